package tailgate.lab.evolution;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.jmeter.InjectorAddress;
import tailgate.lab.jmeter.Injectors;
import tailgate.lab.jmeter.JMeterRun;
import tailgate.lab.jmeter.Jtl;
import tailgate.lab.jmeter.RampUpLoad;
import tailgate.lab.jmeter.Samples;
import tailgate.lab.load.Measurement;
import tailgate.lab.process.Children;
import tailgate.lab.project.Project;
import tailgate.lab.run.LoadEngine;
import tailgate.lab.run.StageRun;
import tailgate.lab.summary.Report;

/**
 * Runs the experiment of the first measurements: JMeter's users arrive one after the other, at each
 * stage in turn.
 *
 * @param injectors where the users live
 */
public record EvolutionExperiment(
    StageRun stages,
    LoadEngine<RampUpLoad> engine,
    List<EvolutionRun> runs,
    RampUpLoad load,
    Blocks blocks,
    Injectors injectors)
    implements Experiment<EvolutionRun, EvolutionResult> {

  public static final String NAME = "evolution";

  /**
   * When a user gives up. Passed to the test plan, because the time limit of a run depends on it.
   */
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

  /** JMeter's own start, the warm-up, and connecting. */
  private static final Duration ALLOWANCE = Duration.ofSeconds(90);

  /** Roughly the time of a run beyond its ramp-up: two JVMs start, and the warm-up. */
  private static final Duration OVERHEAD = Duration.ofSeconds(7);

  /** With the JMeter of the project. */
  public static EvolutionExperiment with(
      StageRun stages,
      List<EvolutionRun> runs,
      RampUpLoad load,
      Blocks blocks,
      Injectors injectors) {
    Project project = stages.project();
    JMeterRun engine =
        new JMeterRun(
            stages.java(),
            project.jmeterJar(),
            project.plan(),
            RESPONSE_TIMEOUT,
            ALLOWANCE,
            injectors);
    return new EvolutionExperiment(stages, engine, runs, load, blocks, injectors);
  }

  @Override
  public String name() {
    return NAME;
  }

  /** The load, and how its runs were ordered. */
  public record Plan(int users, Duration rampUp, Blocks blocks) {}

  @Override
  public Plan plan() {
    return new Plan(load.users(), load.rampUp(), blocks);
  }

  /** Where the users live. */
  @Override
  public List<String> settings() {
    return injectors.addresses().stream().map(InjectorAddress::toString).toList();
  }

  @Override
  public Duration perRun() {
    return load.rampUp().plus(OVERHEAD);
  }

  @Override
  public Class<EvolutionResult> resultType() {
    return EvolutionResult.class;
  }

  @Override
  public EvolutionResult measure(
      EvolutionRun run, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    boolean whole = true;
    try {
      List<String> arguments = new ArrayList<>(List.of("--cache", run.cache()));
      arguments.addAll(injectors.serverArguments());
      StageRun.Server server = new StageRun.Server(run.stage(), arguments);
      stages.measure(server, RampUpLoad.RESOURCE, engine, load, raw, children, progress);
    } catch (IOException | LabException e) {
      if (!children.isClosed()) {
        throw e;
      }
      whole = false; // the samples until then are there
    }
    Samples samples = Jtl.read(raw.resolve(JMeterRun.RESULTS), JMeterRun.LABEL);
    Measurement measured =
        samples.measurement(
            whole ? run.name() : run.name() + " (cut short)",
            run.stage(),
            // Injectors neither start nor count at the same moment.
            injectors.isEmpty() ? samples.health(load) : null,
            StageRun.seen(raw));
    return new EvolutionResult(run, whole, samples.peakUsers(), measured);
  }

  @Override
  public String inOneLine(EvolutionResult result) {
    long requests = result.measured().requests();
    return result.whole()
        ? format(
            "%,d requests, p50 %.0f ms, p99 %.0f ms, %,d failed",
            requests,
            result.measured().figures().p50() / 1e3,
            result.measured().figures().p99() / 1e3,
            result.measured().figures().failed())
        : format("cut short after %,d requests", requests);
  }

  @Override
  public Report report(List<EvolutionResult> results) {
    return new EvolutionReport(load, results);
  }
}
