package tailgate.lab.evolution;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.jmeter.InjectorAddress;
import tailgate.lab.jmeter.Injectors;
import tailgate.lab.jmeter.JMeterRun;
import tailgate.lab.jmeter.Jtl;
import tailgate.lab.jmeter.RampUpLoad;
import tailgate.lab.jmeter.Samples;
import tailgate.lab.load.Measurement;
import tailgate.lab.project.Project;
import tailgate.lab.run.LoadGenerator;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSpec;
import tailgate.lab.run.SmallSite;
import tailgate.lab.run.StageRun;
import tailgate.lab.summary.Report;

/**
 * Runs the experiment of the first measurements: JMeter's users arrive one after the other, at each
 * stage in turn.
 *
 * @param injectors where the users live
 * @param work what the servers do, where it is not that of the experiment
 */
public record EvolutionExperiment(
    StageRun stages,
    LoadGenerator<RampUpLoad> generator,
    List<EvolutionRun> runs,
    RampUpLoad load,
    Blocks blocks,
    Injectors injectors,
    Work work)
    implements Experiment<EvolutionRun, EvolutionResult> {

  public static final String NAME = "evolution";

  /**
   * When a user gives up. Passed to the test plan, because the time limit of a run depends on it.
   */
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

  /** JMeter's own start, the warm-up, and connecting. */
  private static final Duration ALLOWANCE = Duration.ofSeconds(90);

  /** Roughly the time of a run beyond its ramp-up: two JVMs start, and the warm-up. */
  private static final Duration OVERHEAD = Duration.ofSeconds(15);

  /** With the JMeter of the project. */
  public static EvolutionExperiment with(
      StageRun stages,
      List<EvolutionRun> runs,
      RampUpLoad load,
      Blocks blocks,
      Injectors injectors,
      Work work) {
    Project project = stages.project();
    JMeterRun generator =
        new JMeterRun(
            stages.java(),
            project.jmeterJar(),
            project.plan(),
            RESPONSE_TIMEOUT,
            ALLOWANCE,
            injectors);
    return new EvolutionExperiment(stages, generator, runs, load, blocks, injectors, work);
  }

  @Override
  public String name() {
    return NAME;
  }

  /**
   * What the user has chosen instead of the defaults of the experiment.
   *
   * @param fileSize of the file that is requested, which is then the only one; null for the sample
   *     site
   */
  public record Work(StageArguments stageArguments, @Nullable Long fileSize) {
    public static final Work USUAL = new Work(StageArguments.NONE, null);
  }

  /** The load, how its runs were ordered, and which there are. */
  public record Plan(
      int users,
      Duration rampUp,
      @Nullable String path,
      @Nullable String remark,
      Blocks blocks,
      List<String> arms,
      @Nullable Long fileSize,
      StageArguments stageArguments) {}

  @Override
  public Plan plan() {
    return new Plan(
        load.users(),
        load.rampUp(),
        load.path(),
        load.remark(),
        blocks,
        runs.stream().map(EvolutionRun::name).distinct().sorted().toList(),
        work.fileSize(),
        work.stageArguments());
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
  public Measuring<EvolutionRun, EvolutionResult> open(RunContext context) {
    return Measuring.each(this::measure);
  }

  private EvolutionResult measure(EvolutionRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    Path raw = context.folder();
    boolean whole = true;
    try {
      List<String> arguments = new ArrayList<>(List.of("--cache", run.cache()));
      arguments.addAll(injectors.serverArguments());
      ServerSpec server =
          new ServerSpec(run.stage(), work.stageArguments().of(run.stage(), arguments), site(raw));
      stages.measure(server, load.resource(), generator, load.cold(run.cold()), context);
    } catch (IOException | LabException e) {
      if (!context.isOver()) {
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

  private Optional<Path> site(Path raw) throws IOException {
    return work.fileSize() == null
        ? Optional.empty()
        : Optional.of(SmallSite.in(raw, load.resource(), work.fileSize()));
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
