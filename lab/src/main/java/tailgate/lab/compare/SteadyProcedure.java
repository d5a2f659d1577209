package tailgate.lab.compare;

import java.io.IOException;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSession;

/** Drives one load at a server that nobody else asks. */
record SteadyProcedure(VariantsPlan plan, ServerSession session)
    implements Experiment.Procedure<VariantRun, VariantResult> {

  @Override
  public VariantResult measure(VariantRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    LoadOutcome outcome = session.measure(plan.loadOf(run), context);
    return new LoadReader(plan, run, outcome).result(session.settled());
  }
}
