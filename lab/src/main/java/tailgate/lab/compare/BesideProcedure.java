package tailgate.lab.compare;

import java.io.IOException;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.Bystanders;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSession;

/** Drives one load at a server while other clients are there: idle, slow, or keeping it busy. */
record BesideProcedure(VariantsPlan plan, ServerSession session)
    implements Experiment.Procedure<VariantRun, VariantResult> {

  @Override
  public VariantResult measure(VariantRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    Variant variant = plan.variant(run.variant());
    if (variant.background() > 0) {
      BackgroundLoad busy = new BackgroundLoad(variant.background(), variant.path());
      LoadOutcome outcome = session.measure(plan.loadOf(run), context, busy::connect);
      return new LoadReader(plan, run, outcome).result(session.settled()).with(busy.answers());
    }
    Bystanders.Arrive clients =
        port ->
            variant.idle() == 0
                ? OtherClients.slow(port, variant.slowReaders())
                : OtherClients.idle(port, variant.idle(), variant.path());
    LoadOutcome outcome = session.measure(plan.loadOf(run), context, clients);
    return new LoadReader(plan, run, outcome).result(session.settled());
  }
}
