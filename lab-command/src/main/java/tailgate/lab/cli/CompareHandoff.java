package tailgate.lab.cli;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.handoff.HandoffExperiment;
import tailgate.lab.handoff.HandoffPlan;
import tailgate.lab.run.Testbed;

/** Runs the {@link HandoffExperiment} from the command line. */
@Command(
    name = "handoff",
    description = {
      "Does it matter in a whole server how a task is handed to a worker?",
      "The fixed pool with each kind of queue, at 16 and at 32 workers. 50 users request 10 bytes"
          + " again and again, each time on a new connection: 10,000 requests to warm up, and three"
          + " tests of 10,000 that count. More than an hour."
    })
final class CompareHandoff extends ExperimentCommand {

  @Option(
      names = "--kinds",
      split = ",",
      paramLabel = "KIND",
      description =
          "kinds of queue: lock, array, linked, transfer, semaphores, park (default: all; with"
              + " --quick lock, semaphores, park)")
  @Nullable List<String> kinds;

  @Option(
      names = "--workers",
      split = ",",
      paramLabel = "N",
      description = "numbers of workers (default: 16,32)")
  @Nullable List<Integer> workers;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description =
          "requests that count; as many are sent before them to warm up (default: 10,000)")
  @Nullable Long requests;

  @Option(
      names = "--tests",
      paramLabel = "N",
      description = "number of tests, each of --requests requests, at each server (default: 3)")
  int tests = 3;

  @Mixin WorkOptions work = new WorkOptions();

  @Mixin WorkOptions.Connections connections = new WorkOptions.Connections();

  @Override
  LabOptions.Order order() throws LabException {
    HandoffPlan plan = plan(lab().quick ? HandoffPlan.QUICK : HandoffPlan.FULL);
    return new LabOptions.Order(
        List.of(HandoffPlan.STAGE),
        stageRun -> new HandoffExperiment(Testbed.with(stageRun), plan));
  }

  private HandoffPlan plan(HandoffPlan usual) throws LabException {
    List<String> chosenKinds = Objects.requireNonNullElse(kinds, usual.kinds());
    chosenKinds.forEach(kind -> checkOneOf("kind", HandoffPlan.KINDS, kind));
    List<Integer> chosenWorkers = Objects.requireNonNullElse(workers, usual.workers());
    chosenWorkers.forEach(count -> checkPositive("--workers", count));
    long chosenRequests = Objects.requireNonNullElse(requests, usual.requests());
    if (chosenRequests < 1 || chosenRequests > HandoffPlan.MOST_REQUESTS) {
      throw wrong(
          format("--requests must be 1 to %,d, not %d", HandoffPlan.MOST_REQUESTS, chosenRequests));
    }
    checkPositive("--tests", tests);
    return new HandoffPlan(
            chosenKinds.stream().distinct().toList(),
            chosenWorkers.stream().distinct().toList(),
            chosenRequests,
            usual.trials(),
            0)
        .working(
            connections.kept(lab()).orElse(usual.connections()),
            tests,
            work.path(lab(), false).orElse(null),
            work.fileSize(lab()).orElse(null),
            work.stageArguments.of(lab(), List.of(HandoffPlan.STAGE)))
        .in(lab().blocks(usual.trials()));
  }
}
