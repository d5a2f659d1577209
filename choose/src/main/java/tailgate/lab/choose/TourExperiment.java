package tailgate.lab.choose;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tailgate.lab.LabException;
import tailgate.lab.choose.TourPlan.TourResult;
import tailgate.lab.choose.TourPlan.TourRun;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.process.Children;
import tailgate.lab.run.LoadTest;
import tailgate.lab.summary.Report;

/** Looks at the stages with handlers that tell them apart, each as {@link ChooseExperiment}. */
public record TourExperiment(LoadTest loadTest, TourPlan plan)
    implements Experiment<TourRun, TourResult> {

  public static final String NAME = "tour";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<TourRun> runs() {
    return plan.runs();
  }

  private ChooseExperiment of(String leg) {
    return new ChooseExperiment(loadTest, plan.planOf(leg));
  }

  @Override
  public Object settings() {
    return of(plan.legs().get(0).name()).settings();
  }

  @Override
  public Duration perRun() {
    return of(plan.legs().get(0).name()).perRun();
  }

  @Override
  public Class<TourResult> resultType() {
    return TourResult.class;
  }

  /** Drives all runs of a block, with whatever handler, with one generator. */
  @Override
  public void share(
      TourRun first,
      Path raw,
      Children children,
      PrintWriter progress,
      Work<TourRun, TourResult> runs)
      throws IOException, LabException, InterruptedException {
    Map<String, Lead> leads = new HashMap<>();
    LoadTest asked =
        of(plan.legs().get(0).name()).plan().isThorough() ? loadTest : loadTest.pastGate();
    asked.keepingGenerator(
        ChoosePlan.MOST_CONNECTIONS,
        raw,
        children,
        kept ->
            runs.with(
                (run, path) ->
                    new TourResult(
                        run,
                        of(run.leg())
                            .result(
                                kept,
                                run.run(),
                                run.folder(),
                                path,
                                leads.computeIfAbsent(run.leg(), leg -> new Lead()),
                                children,
                                progress))));
  }

  @Override
  public boolean isSatisfiedWith(List<TourResult> results) {
    return new TourReport(plan, results)
        .legs().stream().allMatch(leg -> leg.recommendation().pick().isPresent());
  }

  @Override
  public TourResult measure(TourRun run, Path raw, Children children, PrintWriter progress) {
    throw new IllegalStateException("runs share a generator");
  }

  @Override
  public String inOneLine(TourResult result) {
    return of(result.run().leg()).inOneLine(result.result());
  }

  @Override
  public Report report(List<TourResult> results) {
    return new TourReport(plan, results);
  }
}
