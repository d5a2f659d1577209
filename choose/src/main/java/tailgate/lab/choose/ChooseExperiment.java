package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.Disturbance;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.RequestMix;
import tailgate.lab.process.ChildLog;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.LoadRig;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSession;
import tailgate.lab.run.ServerSpec;
import tailgate.lab.run.SmallSite;
import tailgate.lab.run.Testbed;
import tailgate.lab.summary.Report;

/**
 * Measures each stage at its own capacity; {@link Trial} says how.
 *
 * @param requests that are sent instead of a GET of the path; null for that
 */
public record ChooseExperiment(Testbed testbed, ChoosePlan plan, @Nullable RequestMix requests)
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
  public Measuring<ChooseRun, ChooseResult> open(RunContext context) {
    return (runs, journal, block) -> {
      Lead lead = new Lead();
      // Candidates that the generator ends can be compared only if it had one limit for all.
      Testbed certain = testbed.certainOfCeiling();
      Testbed begun = plan.isThorough() ? certain : certain.pastGate();
      try (LoadRig rig = begun.start(ChoosePlan.MOST_CONNECTIONS, block)) {
        for (ChooseRun run : runs) {
          journal.make(run, (made, ofRun) -> result(rig, made, made.folder(), lead, ofRun));
        }
      }
    };
  }

  /**
   * Makes a run with a generator that others share.
   *
   * @param name the name of the folder of the run, from that of the results
   */
  ChooseResult result(LoadRig rig, ChooseRun run, String name, Lead lead, RunContext context)
      throws IOException, LabException, InterruptedException {
    Servers servers = (folder, added) -> start(rig, run, added, context.in(folder));
    StageTrials trials = new StageTrials(plan, run, servers, lead, context::say);
    return new ChooseResult(
        run, trials.all().stream().map(arm -> logged(arm, name, context.folder())).toList());
  }

  private static Arm logged(Arm arm, String name, Path raw) {
    String folder = Arm.folder(arm.sized(), arm.workers());
    Path file = raw.resolve(folder).resolve(SERVER_LOG);
    String shown = "%s/%s".formatted(name, raw.relativize(file));
    return arm.logged(new ServerLog(shown, new ChildLog(file).exceptions()));
  }

  private Driver start(LoadRig rig, ChooseRun run, List<String> added, RunContext context)
      throws IOException, LabException, InterruptedException {
    Optional<Path> root = Optional.empty();
    if (plan.fileSize() != null) {
      root = Optional.of(SmallSite.in(context.folder(), plan.path(), plan.fileSize()));
    }
    ServerSpec server = new ServerSpec(run.stage(), plan.argumentsOf(run.stage(), added), root);
    return new AtServer(
        ServerSession.open(rig, server, plan.path(), Optional.empty(), context), requests, context);
  }

  /** Drives loads in a session. */
  private record AtServer(ServerSession session, @Nullable RequestMix requests, RunContext context)
      implements Driver {

    @Override
    public Driven drive(String name, LoadSpec load)
        throws IOException, LabException, InterruptedException {
      LoadOutcome outcome = session.goOn(load.sending(requests), context.in(name));
      Conditions conditions = outcome.server().conditions();
      return new Driven(
          outcome.load(),
          outcome.latencies(),
          outcome.server(),
          conditions == null ? Disturbance.UNKNOWN : conditions.disturbance());
    }

    @Override
    public void checkAlive() throws LabException {
      session.checkAlive();
    }

    @Override
    public void close() {
      session.close();
    }
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new TreeMap<>(testbed.stages().settings());
    settings.put("connections", ChoosePlan.MOST_CONNECTIONS);
    if (requests != null) {
      settings.put("requests", requests);
    }
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
  public int exitCode(List<ChooseResult> results) {
    return new ChooseReport(plan, results).recommendation().pick().isPresent() ? 0 : 1;
  }

  @Override
  public Report report(List<ChooseResult> results) {
    return new ChooseReport(plan, results);
  }
}
