package tailgate.lab.run;

import java.io.IOException;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.machine.IdleGate;

/**
 * The servers and the generators of an experiment, none of which runs yet.
 *
 * @param source of all loads
 * @param ceiling of the generators; empty if it is not measured
 */
public record Testbed(StageRun stages, LoadSource source, Optional<Ceiling> ceiling) {

  /** Returns a testbed with Hyperfoil: here, on the stages' java, or where the load comes from. */
  public static Testbed with(StageRun stages) {
    LoadSource source =
        stages.load().orElseGet(() -> new HyperfoilRun(stages.java(), stages.isolation()));
    return new Testbed(stages, source, Optional.of(new Ceiling(stages, source)));
  }

  /** Returns a copy that measures the generator's limit for longer. */
  public Testbed certainOfCeiling() {
    return new Testbed(stages, source, ceiling.map(Ceiling::thorough));
  }

  /**
   * Passes the gate, and returns a copy whose servers do not wait at it again. What the machine
   * does meanwhile is counted during each load.
   */
  public Testbed pastGate() throws LabException, InterruptedException {
    IdleGate passed = stages.isolation().gate().passedOnce();
    return new Testbed(stages.at(passed), source, ceiling.map(all -> all.at(passed)));
  }

  /** Returns a copy with stages on another Java. The generator keeps its own. */
  public Testbed on(String java) {
    return new Testbed(stages.on(java), source, ceiling);
  }

  /**
   * Starts a generator, whose JVM is started and compiled once for all loads.
   *
   * @param mostUsers of any of the loads
   * @param mostPerSecond of any of the loads, as {@link LoadSpec#mostPerSecond}
   * @param context its folder gets the log of the generator
   */
  public LoadRig start(int mostUsers, double mostPerSecond, RunContext context)
      throws IOException, LabException, InterruptedException {
    LoadSource suited = source.upTo(mostPerSecond);
    LoadGenerator<LoadSpec> kept = suited.keep(mostUsers, context);
    boolean low = mostPerSecond <= LoadSource.LOW_RATE;
    Optional<Ceiling> suitable = ceiling.map(all -> all.of(kept, low));
    return new LoadRig(stages, kept, source, suited, suitable);
  }

  /** Starts a generator for loads whose rates nobody knows yet. */
  public LoadRig start(int mostUsers, RunContext context)
      throws IOException, LabException, InterruptedException {
    return start(mostUsers, Double.POSITIVE_INFINITY, context);
  }
}
