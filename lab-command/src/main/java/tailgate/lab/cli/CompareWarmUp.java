package tailgate.lab.cli;

import static tailgate.lab.load.Text.format;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.project.Project;
import tailgate.lab.run.Testbed;
import tailgate.lab.warmup.WarmUpExperiment;
import tailgate.lab.warmup.WarmUpPlan;

/** Runs the {@link WarmUpExperiment} from the command line. */
@Command(
    name = "warm-up",
    description = {
      "How slow is the first minute of a server, and what does an AOT cache change?",
      "Each stage in a new JVM under load from its first request on, with and without a cache of"
          + " the JVM, which needs Java 25. About 70 minutes, in 5 blocks."
    })
final class CompareWarmUp extends ExperimentCommand {

  private static final int BLOCKS = 5;
  private static final int MOST_RATE = 20_000;

  /** One of them reads each connection by itself, and one does not. */
  private static final List<String> QUICK_STAGES = List.of("threadpool", "event-loop");

  @Option(
      names = "--stages",
      split = ",",
      paramLabel = "STAGE",
      description = "only these stages (default: all; with --quick threadpool,event-loop)")
  @Nullable List<String> stages;

  @Option(
      names = "--aot",
      arity = "1",
      split = ",",
      paramLabel = "BOOL",
      description = "false without the cache, true with it (default: false,true)")
  List<Boolean> cached = List.of(false, true);

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "requests per second of an open load, 1 to 20,000 (default: 16 users who ask without a"
              + " pause)")
  @Nullable Double rate;

  /** Returns a new folder: a cache of another jar or Java would keep a server from starting. */
  private Path cachesOfThisRun() {
    return lab().project().aotCaches().resolve(Long.toString(ProcessHandle.current().pid()));
  }

  @Override
  LabOptions.Order order() throws LabException {
    boolean quick = lab().quick;
    List<String> names = Objects.requireNonNullElse(stages, quick ? QUICK_STAGES : Project.STAGES);
    lab().checkStages(names);
    if (rate != null && !(rate >= 1 && rate <= MOST_RATE)) {
      throw new LabException(format("--rate must be between 1 and %,d, not %s", MOST_RATE, rate));
    }
    WarmUpPlan plan =
        new WarmUpPlan(
            names,
            cached.stream().distinct().toList(),
            WarmUpPlan.USERS,
            quick ? WarmUpPlan.QUICK : WarmUpPlan.FULL,
            lab().blocks(quick ? 1 : BLOCKS),
            rate);
    return new LabOptions.Order(
        names, stageRun -> new WarmUpExperiment(Testbed.with(stageRun), plan, cachesOfThisRun()));
  }
}
