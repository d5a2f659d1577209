package tailgate.lab.compare;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.compare.PhaseResults.ServerCapacity;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Measurement;
import tailgate.lab.plan.ExperimentFile.Objection;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSession;
import tailgate.lab.stats.SteadyState;

/**
 * Finds the capacity of a server if rates are multiples of it, and drives all phases of its load.
 */
record PhasedProcedure(VariantsPlan plan, Phases phases, ServerSession session)
    implements Experiment.Procedure<VariantRun, VariantResult> {

  @Override
  public VariantResult measure(VariantRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    PhasedLoad loads = new PhasedLoad(plan.traffic(), phases, plan.variant(run.variant()));
    Duration length = phases.capacity();
    if (length == null) {
      LoadSpec load = loads.open(loads.nominal(), plan.seed(run));
      return result(run, null, load, session.measure(load, context));
    }
    ServerCapacity capacity =
        capacity(session.measure(loads.capacity(length), context.in("capacity")));
    context.say(format("can do %,.0f/s; ", capacity.perSecond()));
    LoadSpec load = loads.open(capacity.perSecond(), plan.seed(run));
    return result(run, capacity, load, session.goOn(load, context.in("open")));
  }

  private static ServerCapacity capacity(LoadOutcome outcome) throws LabException {
    SegmentResult steady = outcome.load().segments().getLast();
    double perSecond = steady.answeredInTime() * 1e3 / steady.segment().millis();
    if (perSecond == 0) {
      throw new LabException("the server answered nobody while its capacity was measured");
    }
    return new ServerCapacity(
        perSecond, steady.figures(), outcome.load().health().ceilingPerSecond());
  }

  private VariantResult result(
      VariantRun run, @Nullable ServerCapacity capacity, LoadSpec load, LoadOutcome outcome) {
    Variant variant = plan.variant(run.variant());
    PhaseReader reader = new PhaseReader(phases, load, outcome);
    Measurement measured =
        reader.measurement(run.title(), variant.stage(), plan.leavesOut(Objection.LATE_PHASE));
    SteadyState settled = session.settled().orElse(null);
    Double workers = variant.ownDemand().smallestPool() == null ? null : reader.workersBefore();
    PhaseResults all = new PhaseResults(reader.results(), capacity, workers, null);
    return new VariantResult(run, measured, settled, null, null, null, null, null, all, null);
  }
}
