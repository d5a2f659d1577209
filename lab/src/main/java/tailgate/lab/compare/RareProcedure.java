package tailgate.lab.compare;

import java.io.IOException;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSession;

/**
 * Drives one load at a server, and beside it a second one of rare requests, which goes on for
 * longer and has a generator of its own.
 *
 * @param path of the rare requests
 */
record RareProcedure(VariantsPlan plan, ServerSession session, String path)
    implements Experiment.Procedure<VariantRun, VariantResult> {

  @Override
  public VariantResult measure(VariantRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    RunContext ofRare = context.in("rare");
    LoadSpec rare = plan.traffic().rare(plan.variant(run.variant()), path, plan.seed(run));
    LoadOutcome outcome = session.measure(plan.loadOf(run), context, rare, ofRare);
    return new LoadReader(plan, run, outcome)
        .result(session.settled())
        .with(answers(LoadOutcome.read(ofRare.folder()), rare));
  }

  private static VariantResult.Rare answers(LoadOutcome outcome, LoadSpec load) {
    Figures figures = outcome.figures(segment -> segment.kind().counts());
    return new VariantResult.Rare(
        figures.count() * 1e9 / load.segments().getLast().nanos(),
        figures.p50(),
        figures.failed() + figures.missing());
  }
}
