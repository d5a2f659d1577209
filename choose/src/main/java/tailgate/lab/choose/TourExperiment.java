package tailgate.lab.choose;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tailgate.lab.choose.TourPlan.TourResult;
import tailgate.lab.choose.TourPlan.TourRun;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.run.LoadRig;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.Testbed;
import tailgate.lab.summary.Report;

/** Looks at the stages with handlers that tell them apart, each as {@link ChooseExperiment}. */
public record TourExperiment(Testbed testbed, TourPlan plan)
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
    return new ChooseExperiment(testbed, plan.planOf(leg), null);
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
  public Measuring<TourRun, TourResult> open(RunContext context) {
    return (runs, journal, block) -> {
      Map<String, Lead> leads = new HashMap<>();
      Testbed begun = plan.planOf(runs.get(0).leg()).isThorough() ? testbed : testbed.pastGate();
      try (LoadRig rig = begun.start(ChoosePlan.MOST_CONNECTIONS, block)) {
        for (TourRun run : runs) {
          Lead lead = leads.computeIfAbsent(run.leg(), name -> new Lead());
          ChooseExperiment leg = of(run.leg());
          journal.make(
              run,
              (made, ofRun) ->
                  new TourResult(made, leg.result(rig, made.run(), made.folder(), lead, ofRun)));
        }
      }
    };
  }

  @Override
  public int exitCode(List<TourResult> results) {
    boolean hasAll =
        new TourReport(plan, results)
            .legs().stream().allMatch(leg -> leg.recommendation().pick().isPresent());
    return hasAll ? 0 : 1;
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
