package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.Disturbance;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.Children;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.LoadTest;
import tailgate.lab.run.Server;
import tailgate.lab.run.SmallSite;
import tailgate.lab.summary.Report;

/** Measures each stage at its own capacity; {@link Trial} says how. */
public record ChooseExperiment(LoadTest loadTest, ChoosePlan plan)
    implements Experiment<ChooseRun, ChooseResult> {

  public static final String NAME = "choose";

  private static final String SERVER_LOG = "server.log";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<ChooseRun> runs() {
    return plan.runs();
  }

  @Override
  public Duration perRun() {
    return plan.perRun();
  }

  @Override
  public Class<ChooseResult> resultType() {
    return ChooseResult.class;
  }

  /** Drives all runs of a block with one generator: it is started and compiled once. */
  @Override
  public void share(
      ChooseRun first,
      Path raw,
      Children children,
      PrintWriter progress,
      Work<ChooseRun, ChooseResult> runs)
      throws IOException, LabException, InterruptedException {
    Lead lead = new Lead();
    // Candidates that the generator ends can be compared only if it had one limit for all of them.
    LoadTest certain = loadTest.certainOfCeiling();
    LoadTest asked = plan.isThorough() ? certain : certain.pastGate();
    asked.keepingGenerator(
        ChoosePlan.MOST_CONNECTIONS,
        raw,
        children,
        kept ->
            runs.with(
                (run, path) -> result(kept, run, run.folder(), path, lead, children, progress)));
  }

  @Override
  public ChooseResult measure(ChooseRun run, Path raw, Children children, PrintWriter progress) {
    throw new IllegalStateException("runs share a generator");
  }

  /**
   * Makes a run with a generator that others share.
   *
   * @param name the name of the folder {@code raw}, from that of the results
   */
  ChooseResult result(
      LoadTest kept,
      ChooseRun run,
      String name,
      Path raw,
      Lead lead,
      Children children,
      PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    Servers servers =
        (folder, added, work) ->
            atServer(kept, run, raw.resolve(folder), added, children, progress, work);
    StageTrials trials =
        new StageTrials(
            plan,
            run,
            servers,
            lead,
            words -> {
              progress.print(words);
              progress.flush();
            });
    return new ChooseResult(run, trials.all().stream().map(arm -> logged(arm, name, raw)).toList());
  }

  private static Arm logged(Arm arm, String name, Path raw) {
    String folder = Arm.folder(arm.sized(), arm.workers());
    Path file = raw.resolve(folder).resolve(SERVER_LOG);
    String shown = "%s/%s".formatted(name, raw.relativize(file));
    return arm.logged(new ServerLog(shown, new ChildLog(file).exceptions()));
  }

  private void atServer(
      LoadTest kept,
      ChooseRun run,
      Path folder,
      List<String> added,
      Children children,
      PrintWriter progress,
      Servers.Work work)
      throws IOException, LabException, InterruptedException {
    Path raw = Files.createDirectories(folder);
    Optional<Path> root = Optional.empty();
    if (plan.fileSize() != null) {
      root = Optional.of(SmallSite.in(raw, plan.path(), plan.fileSize()));
    }
    kept.session(
        new Server(run.stage(), plan.argumentsOf(run.stage(), added), root),
        Optional.empty(),
        plan.path(),
        raw,
        children,
        progress,
        session ->
            work.with(
                (name, load) ->
                    driven(session.goOn(load, Files.createDirectories(raw.resolve(name))))));
  }

  private static Driven driven(LoadOutcome outcome) {
    Conditions conditions = outcome.server().conditions();
    return new Driven(
        outcome.load(),
        outcome.latencies(),
        outcome.server(),
        conditions == null ? Disturbance.UNKNOWN : conditions.disturbance());
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new TreeMap<>(loadTest.stages().settings());
    settings.put("connections", ChoosePlan.MOST_CONNECTIONS);
    return settings;
  }

  @Override
  public String inOneLine(ChooseResult result) {
    List<Arm> arms = result.arms();
    Arm last = arms.get(arms.size() - 1);
    return last.cpuMicros()
        .map(cpu -> format("%,.0f µs of processor time for each request", cpu))
        .orElse("done");
  }

  @Override
  public boolean isSatisfiedWith(List<ChooseResult> results) {
    return new ChooseReport(plan, results).recommendation().pick().isPresent();
  }

  @Override
  public Report report(List<ChooseResult> results) {
    return new ChooseReport(plan, results);
  }
}
