package tailgate.lab.compare;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.compare.PhaseResults.BackEndView;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.plan.Variation.BackEndPlan;
import tailgate.lab.run.AskedBackEnd;
import tailgate.lab.run.BackEndProcess;
import tailgate.lab.run.BackEnds;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.LoadRig;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSession;

/**
 * Starts a back end, asks it directly, and then drives all phases at a server whose handler asks
 * it. Each attempt has a back end and a server of its own: what an overload has left in them is not
 * in the next one.
 *
 * @param jdbc the address of a database that is there; empty if one is started where it is needed
 */
record BackEndProcedure(VariantServers servers, LoadRig rig, Optional<String> jdbc)
    implements Experiment.Procedure<VariantRun, VariantResult> {

  @Override
  public VariantResult measure(VariantRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    VariantsPlan plan = servers.plan();
    Variant variant = plan.variant(run.variant());
    servers.changeLine(variant.line());
    BackEndPlan asked = Objects.requireNonNull(variant.backEnd(), "checked");
    Phases phases = Objects.requireNonNull(plan.traffic().phases(), "checked");
    LoadSpec alone =
        new PhasedLoad(plan.traffic(), phases, variant)
            .capacity(Objects.requireNonNull(phases.ofBackEnd(), "checked"));
    try (AskedBackEnd backEnd = AskedBackEnd.start(process(asked, variant), rig, alone, context)) {
      VariantResult result;
      try (ServerSession session = servers.open(rig, variant, backEnd.url(), context)) {
        result = new PhasedProcedure(plan, phases, session).measure(run, context);
        session.checkAlive();
      }
      AskedBackEnd.Seen seen = backEnd.seen();
      long answered =
          LoadOutcome.read(context.folder()).load().segments().stream()
              .mapToLong(part -> part.figures().count())
              .sum();
      return result.with(
          new BackEndView(
              asked.perSecond(),
              seen.ceiling(),
              seen.connections(),
              seen.waiting(),
              seen.calls(),
              Math.max(0, seen.calls() - answered)));
    }
  }

  private BackEndProcess process(BackEndPlan asked, Variant variant)
      throws IOException, LabException {
    BackEnds backEnds = new BackEnds(servers.testbed(variant).stages(), jdbc);
    return asked.kind() == BackEndPlan.Kind.HTTP
        ? backEnds.http(asked.slots(), asked.service())
        : backEnds.postgres(asked.slots(), asked.service());
  }
}
