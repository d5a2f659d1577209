package tailgate.lab.cli;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tailgate.lab.handoff.HandoffExperiment;
import tailgate.lab.handoff.HandoffPlan;
import tailgate.lab.run.LoadTest;

/** The command line of a {@link HandoffExperiment}. */
@Command(
    name = "handoff",
    description = {
      "Does it matter in a whole server how a task is handed to a worker?",
      "The fixed pool with each kind of queue, at 16 and at 32 workers: 50 users who ask for 10"
          + " bytes again and again, 10,000 times to warm up and 10,000 times that count. About 6"
          + " minutes."
    })
final class CompareHandoff extends ExperimentCommand {

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "runs of each kind, in turns (default: 5; with --quick 2)")
  @Nullable Integer trials;

  @Option(
      names = "--kinds",
      split = ",",
      paramLabel = "KIND",
      description =
          "of lock, array, linked, transfer, semaphores, park (default: all; with --quick lock,"
              + " semaphores, park)")
  @Nullable List<String> kinds;

  @Option(
      names = "--workers",
      split = ",",
      paramLabel = "N",
      description = "these numbers of workers (default: 16,32)")
  @Nullable List<Integer> workers;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "requests that count, after as many that do not (default: 10,000)")
  @Nullable Long requests;

  @Override
  Order order() {
    HandoffPlan plan = plan(lab().quick ? HandoffPlan.QUICK : HandoffPlan.FULL);
    return new Order(
        List.of(HandoffPlan.STAGE),
        stageRun -> new HandoffExperiment(LoadTest.with(stageRun), plan));
  }

  private HandoffPlan plan(HandoffPlan usual) {
    List<String> someKinds = Objects.requireNonNullElse(kinds, usual.kinds());
    for (String kind : someKinds) {
      if (!HandoffPlan.KINDS.contains(kind)) {
        throw wrong(
            "no kind '%s'; there are %s".formatted(kind, String.join(", ", HandoffPlan.KINDS)));
      }
    }
    List<Integer> someWorkers = Objects.requireNonNullElse(workers, usual.workers());
    for (int count : someWorkers) {
      if (count < 1) {
        throw wrong("--workers must be at least 1, not " + count);
      }
    }
    int someTrials = Objects.requireNonNullElse(trials, usual.trials());
    if (someTrials < 1) {
      throw wrong("--trials must be at least 1, not " + someTrials);
    }
    long someRequests = Objects.requireNonNullElse(requests, usual.requests());
    if (someRequests < 1 || someRequests > HandoffPlan.MOST_REQUESTS) {
      throw wrong(
          "--requests must be 1 to %,d, not %d".formatted(HandoffPlan.MOST_REQUESTS, someRequests));
    }
    return new HandoffPlan(
        someKinds.stream().distinct().toList(),
        someWorkers.stream().distinct().toList(),
        someRequests,
        someTrials);
  }
}
