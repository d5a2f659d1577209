package tailgate.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The procedure: one stage after the other is started, loaded and stopped, and nothing else runs
 * meanwhile. A stage that fails does not keep the others from being measured.
 *
 * @param injectors where JMeter's users live
 * @param folder gets a folder of raw results for each stage
 */
record Comparison(
    StageRun stageRun, List<String> stages, Load load, Injectors injectors, Path folder) {

  /** When a user gives up. Passed to the plan, because the limit of a run follows from it. */
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

  /** JMeter's own start, the warm-up, and connecting. */
  private static final Duration ALLOWANCE = Duration.ofSeconds(90);

  /**
   * Runs until all stages are through or {@code children} is closed.
   *
   * @param progress gets a line for each stage
   * @return what became of the stages so far, in their order
   */
  List<Outcome> run(Children children, PrintWriter progress) throws InterruptedException {
    List<Outcome> outcomes = new ArrayList<>();
    for (String stage : stages) {
      if (children.isClosed()) {
        break;
      }
      progress.printf("[%d/%d] %s: ", outcomes.size() + 1, stages.size(), stage);
      progress.flush();
      Outcome outcome = outcome(stage, children, progress);
      progress.println(Report.inOneLine(outcome));
      outcomes.add(outcome);
    }
    return outcomes;
  }

  private Outcome outcome(String stage, Children children, PrintWriter progress)
      throws InterruptedException {
    Path raw = folder.resolve(stage);
    try {
      Files.createDirectories(raw);
      measure(stage, raw, children, progress);
      return new Outcome.Measured(stage, summaryIn(raw));
    } catch (IOException | LabException e) {
      return children.isClosed() ? cutShort(stage, raw) : new Outcome.Failed(stage, message(e));
    }
  }

  private void measure(String stage, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    stageRun.measure(
        new StageRun.Server(stage, injectors.serverArguments()),
        Project.RESOURCE,
        server -> {
          progress.printf("ready on port %d, %s ... ", server.port(), load);
          progress.flush();
          jmeter().run(children, server.port(), load, raw);
        },
        raw,
        children,
        progress);
  }

  private JMeterRun jmeter() {
    Project project = stageRun.project();
    return new JMeterRun(
        stageRun.java(),
        project.jmeterJar(),
        project.plan(),
        RESPONSE_TIMEOUT,
        ALLOWANCE,
        injectors);
  }

  private static LatencySummary summaryIn(Path raw) throws IOException, LabException {
    return LatencySummary.of(Jtl.read(raw.resolve(JMeterRun.RESULTS), JMeterRun.LABEL));
  }

  private static Outcome cutShort(String stage, Path raw) {
    try {
      return new Outcome.CutShort(stage, summaryIn(raw));
    } catch (IOException | LabException e) {
      return new Outcome.Failed(stage, "the lab was stopped before the first request that counts");
    }
  }

  private static String message(Exception e) {
    return e instanceof LabException ? String.valueOf(e.getMessage()) : e.toString();
  }
}
