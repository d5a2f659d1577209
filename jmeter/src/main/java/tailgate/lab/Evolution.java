package tailgate.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import tailgate.lab.evolution.EvolutionAccount;
import tailgate.lab.evolution.EvolutionResult;
import tailgate.lab.evolution.EvolutionRun;
import tailgate.lab.evolution.Load;
import tailgate.lab.load.Measurement;
import tailgate.lab.summary.Account;

/**
 * The experiment of the first measurements: JMeter's users arrive one after the other, at each
 * stage in turn.
 */
record Evolution(WatchedRun stages, LoadEngine<Load> engine, List<EvolutionRun> runs, Load load)
    implements Experiment<EvolutionRun, EvolutionResult> {

  static final String NAME = "evolution";

  /** When a user gives up. Passed to the plan, because the limit of a run follows from it. */
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

  /** JMeter's own start, the warm-up, and connecting. */
  private static final Duration ALLOWANCE = Duration.ofSeconds(90);

  /** What a run takes beyond its ramp-up, roughly: two JVMs start, and the warm-up. */
  private static final Duration OVERHEAD = Duration.ofSeconds(7);

  /** With the JMeter of the project. */
  static Evolution with(StageRun stages, List<EvolutionRun> runs, Load load) {
    Project project = stages.project();
    JMeterRun engine =
        new JMeterRun(
            stages.java(), project.jmeterJar(), project.plan(), RESPONSE_TIMEOUT, ALLOWANCE);
    return new Evolution(new WatchedRun(stages), engine, runs, load);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String question() {
    return EvolutionAccount.question(load);
  }

  @Override
  public Object plan() {
    return load;
  }

  @Override
  public String folderOf(EvolutionRun run) {
    return run.folder();
  }

  @Override
  public Duration perRun() {
    return load.rampUp().plus(OVERHEAD);
  }

  @Override
  public EvolutionResult measure(
      EvolutionRun run, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    boolean whole = true;
    try {
      StageRun.Server server = new StageRun.Server(run.stage(), run.arguments());
      stages.measure(server, Load.RESOURCE, engine, load, raw, children, progress);
    } catch (IOException | LabException e) {
      if (!children.isClosed()) {
        throw e;
      }
      whole = false; // what users have seen until then is there
    }
    Samples samples = Jtl.read(raw.resolve(JMeterRun.RESULTS), JMeterRun.LABEL);
    Measurement measured =
        samples.measurement(
            whole ? run.name() : run.name() + " (cut short)",
            run.stage(),
            samples.health(load),
            WatchedRun.seen(raw));
    return new EvolutionResult(run, whole, samples.peakUsers(), measured);
  }

  @Override
  public String inOneLine(EvolutionResult result) {
    long requests = result.measured().requests();
    return result.whole()
        ? String.format(
            Locale.ROOT,
            "%,d requests, p50 %.0f ms, p99 %.0f ms, %,d failed",
            requests,
            result.measured().figures().p50() / 1e3,
            result.measured().figures().p99() / 1e3,
            result.measured().figures().failed())
        : String.format(Locale.ROOT, "cut short after %,d requests", requests);
  }

  @Override
  public Account account(List<EvolutionResult> results) {
    return new EvolutionAccount(load, results);
  }
}
