package tailgate.lab.compare;

import java.io.IOException;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.Bystanders;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSession;

/**
 * Drives one load at a server: alone, beside a second load of rare requests, or while other clients
 * are there, which are idle, slow, or keep the server busy.
 */
record LoadProcedure(VariantsPlan plan, ServerSession session)
    implements Experiment.Procedure<VariantRun, VariantResult> {

  @Override
  public VariantResult measure(VariantRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    Variant variant = plan.variant(run.variant());
    LoadSpec load = plan.loadOf(run);
    if (variant.background() > 0) {
      BackgroundLoad busy = new BackgroundLoad(variant.background(), variant.path());
      return result(run, session.measure(load, context, busy::connect)).with(busy.answers());
    }
    String rarePath = variant.rare();
    if (rarePath != null) {
      // The second load goes on for longer than the first one, and has a generator of its own.
      RunContext ofRare = context.in("rare");
      LoadSpec rare = plan.traffic().rare(variant, rarePath, plan.seed(run));
      return result(run, session.measure(load, context, rare, ofRare))
          .with(answers(LoadOutcome.read(ofRare.folder()), rare));
    }
    if (variant.isAlone()) {
      return result(run, session.measure(load, context));
    }
    Bystanders.Arrive clients =
        port ->
            variant.idle() == 0
                ? OtherClients.slow(port, variant.slowReaders())
                : OtherClients.idle(port, variant.idle(), variant.path());
    return result(run, session.measure(load, context, clients));
  }

  private VariantResult result(VariantRun run, LoadOutcome outcome) {
    return new LoadReader(plan, run, outcome).result(session.settled());
  }

  private static VariantResult.Rare answers(LoadOutcome outcome, LoadSpec load) {
    Figures figures = outcome.figures(segment -> segment.kind().counts());
    return new VariantResult.Rare(
        figures.count() * 1e9 / load.segments().getLast().nanos(),
        figures.p50(),
        figures.failed() + figures.missing());
  }
}
