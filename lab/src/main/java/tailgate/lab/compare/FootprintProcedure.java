package tailgate.lab.compare;

import java.io.IOException;
import java.nio.file.Path;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.Footprint;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSession;

/**
 * Reads what a server holds without connections and with silent ones, before its load and after it.
 *
 * <p>The connections are made anew after the load: a cold and a warm server accept the same. Before
 * all others there were a few, with which the server has loaded its classes.
 */
record FootprintProcedure(VariantsPlan plan, ServerSession session)
    implements Experiment.Procedure<VariantRun, VariantResult> {

  /** The number of connections before those that are counted. */
  private static final int FIRST = 8;

  @Override
  public VariantResult measure(VariantRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    Path raw = context.folder();
    Variant variant = plan.variant(run.variant());
    held(variant, FIRST, raw.resolve("objects-first.txt"));
    Footprint cold = session.footprint(0, raw.resolve("objects-cold.txt"));
    Footprint coldHeld;
    LoadOutcome outcome;
    try (OtherClients clients = silent(variant, variant.idle())) {
      coldHeld = session.footprint(variant.idle(), raw.resolve("objects-cold-held.txt"));
      outcome = session.measure(plan.loadOf(run), context);
      clients.check();
    }
    Footprint warm = session.footprint(0, raw.resolve("objects-warm.txt"));
    Footprint warmHeld = held(variant, variant.idle(), raw.resolve("objects-warm-held.txt"));
    return new LoadReader(plan, run, outcome)
        .result(session.settled())
        .with(new Footprints(cold, coldHeld, warm, warmHeld));
  }

  /** Returns what the server holds while so many silent connections are there. */
  private Footprint held(Variant variant, int connections, Path objects)
      throws IOException, LabException, InterruptedException {
    try (OtherClients clients = silent(variant, connections)) {
      Footprint held = session.footprint(connections, objects);
      clients.check();
      return held;
    }
  }

  /** Connects clients that ask once: a request would change what its connection holds. */
  private OtherClients silent(Variant variant, int connections) throws IOException {
    return OtherClients.silent(session.port(), connections, variant.path());
  }
}
