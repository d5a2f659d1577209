package tailgate.lab.cli;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.evolution.EvolutionExperiment;
import tailgate.lab.evolution.EvolutionRun;
import tailgate.lab.jmeter.Injectors;
import tailgate.lab.jmeter.RampUpLoad;
import tailgate.lab.load.Stages;

/** What an {@link EvolutionExperiment} can be asked for. */
final class EvolutionOptions {

  private static final List<String> CACHES = List.of("none", "pinned", "lru", "caffeine");

  @Option(
      names = "--stages",
      split = ",",
      paramLabel = "STAGE",
      description = "only these, in this order (default: all of them)")
  List<String> stages = Stages.ALL;

  @Option(
      names = "--cache",
      split = ",",
      paramLabel = "MODE",
      description =
          "caches of the stages to try, of none, pinned, lru, caffeine (default: caffeine,none)")
  List<String> caches = List.of("caffeine", "none");

  @Option(names = "--users", paramLabel = "N", description = "users, each with one request")
  @Nullable Integer users;

  @Option(
      names = "--ramp-up",
      paramLabel = "DURATION",
      converter = WholeSeconds.class,
      description = "the time in which they arrive, such as 30s or 2m")
  @Nullable Duration rampUp;

  @Mixin InjectorOptions distributed = new InjectorOptions();

  /** What they ask for. */
  ExperimentCommand.Order order(LabOptions lab) throws LabException {
    lab.checkStages(stages);
    for (String cache : caches) {
      if (!CACHES.contains(cache)) {
        throw lab.wrong("no cache '%s'; there are %s".formatted(cache, String.join(", ", CACHES)));
      }
    }
    if (users != null && users < 1) {
      throw lab.wrong("--users must be at least 1, not " + users);
    }
    RampUpLoad load = load(lab.quick ? RampUpLoad.QUICK : RampUpLoad.FULL);
    Injectors injectors = injectors(lab, load);
    lab.project().checkJMeter();
    injectors.check();
    List<EvolutionRun> runs = EvolutionRun.all(stages, caches.stream().distinct().toList());
    return new ExperimentCommand.Order(
        stages, stageRun -> EvolutionExperiment.with(stageRun, runs, load, injectors));
  }

  private Injectors injectors(LabOptions lab, RampUpLoad load) {
    try {
      Injectors injectors = distributed.injectors(lab.project());
      injectors.share(load.users());
      return injectors;
    } catch (IllegalArgumentException e) {
      throw lab.wrong("--injectors: " + e.getMessage());
    }
  }

  private RampUpLoad load(RampUpLoad base) {
    return new RampUpLoad(
        Objects.requireNonNullElse(users, base.users()),
        Objects.requireNonNullElse(rampUp, base.rampUp()));
  }
}
