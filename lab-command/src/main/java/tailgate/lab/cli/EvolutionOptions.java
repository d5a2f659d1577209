package tailgate.lab.cli;

import static tailgate.lab.load.Text.format;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import tailgate.lab.LabException;
import tailgate.lab.evolution.EvolutionExperiment;
import tailgate.lab.evolution.EvolutionRun;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.jmeter.InjectorAddress;
import tailgate.lab.jmeter.InjectorKey;
import tailgate.lab.jmeter.Injectors;
import tailgate.lab.jmeter.RampUpLoad;
import tailgate.lab.project.Project;

/** The options that the {@link EvolutionExperiment} has. */
final class EvolutionOptions {

  private static final int BLOCKS = 10;
  private static final List<String> CACHES = List.of("none", "pinned", "lru", "caffeine");

  @Option(
      names = "--stages",
      split = ",",
      paramLabel = "STAGE",
      description = "only these stages, in this order (default: all)")
  List<String> stages = Project.STAGES;

  @Option(
      names = "--cache",
      split = ",",
      paramLabel = "MODE",
      description = "caches to try: none, pinned, lru, caffeine (default: caffeine,none)")
  List<String> caches = List.of("caffeine", "none");

  @Option(
      names = "--users",
      paramLabel = "N",
      description = "number of users, each with one request")
  @Nullable Integer users;

  @Option(
      names = "--ramp-up",
      paramLabel = "DURATION",
      converter = EvolutionOptions.WholeSeconds.class,
      description = "the time in which the users arrive, such as 30s or 2m")
  @Nullable Duration rampUp;

  @Option(
      names = "--injectors",
      split = ",",
      paramLabel = "ADDRESS[:PORT]",
      converter = InjectorCommand.AddressConverter.class,
      description =
          "divide the users among these machines; \"tailgate injector\" runs on each of them"
              + " (default: none, the users are in this machine's JMeter)")
  List<InjectorAddress> addresses = List.of();

  @Option(
      names = "--key-store",
      paramLabel = "FILE",
      description =
          "the key of the injectors, with the same file name as there (default:"
              + " target/injector/rmi.p12)")
  @Nullable Path keyStore;

  @Option(
      names = "--warm-up",
      arity = "1",
      split = ",",
      paramLabel = "BOOL",
      description =
          "true: before the users come, 2,000 requests that are not counted; false: no warm-up,"
              + " as in the Java evolution (default: false,true; with --quick true)")
  @Nullable List<Boolean> warmUps;

  @Mixin WorkOptions work = new WorkOptions();

  /** Checks the options and makes the order. */
  LabOptions.Order order(LabOptions lab) throws LabException {
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
    Blocks blocks = lab.blocks(lab.quick ? 1 : BLOCKS);
    List<Boolean> usual = lab.quick ? List.of(true) : List.of(false, true);
    List<Boolean> cold =
        Objects.requireNonNullElse(warmUps, usual).stream().distinct().map(warm -> !warm).toList();
    List<EvolutionRun> runs =
        EvolutionRun.all(stages, caches.stream().distinct().toList(), cold, blocks);
    EvolutionExperiment.Work added =
        new EvolutionExperiment.Work(
            work.stageArguments.of(lab, stages), work.fileSize(lab).orElse(null));
    RampUpLoad asking = load.asking(work.path(lab, false).orElse(null), remark(added));
    return new LabOptions.Order(
        stages,
        stageRun -> EvolutionExperiment.with(stageRun, runs, asking, blocks, injectors, added));
  }

  private static @Nullable String remark(EvolutionExperiment.Work work) {
    String size = work.fileSize() == null ? "" : format("a file of %,d bytes", work.fileSize());
    String added = work.stageArguments().toString();
    String all =
        Stream.of(size, added.isEmpty() ? "" : "with --stage-args " + added)
            .filter(words -> !words.isEmpty())
            .collect(Collectors.joining("; "));
    return all.isEmpty() ? null : all;
  }

  private Injectors injectors(LabOptions lab, RampUpLoad load) {
    Path file =
        keyStore == null ? lab.project().injectorKey() : keyStore.toAbsolutePath().normalize();
    try {
      Injectors injectors = new Injectors(addresses, new InjectorKey(file));
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

  /** Reads a duration that JMeter can have: {@code 90s}, {@code 2m}, or a number of seconds. */
  static final class WholeSeconds implements ITypeConverter<Duration> {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(s|m)?");

    @Override
    public Duration convert(String value) {
      Matcher duration = DURATION.matcher(value);
      if (!duration.matches()) {
        throw new TypeConversionException(
            "'%s' is not a duration in whole seconds or minutes, such as 90s or 2m"
                .formatted(value));
      }
      long number = Long.parseLong(duration.group(1));
      return "m".equals(duration.group(2))
          ? Duration.ofMinutes(number)
          : Duration.ofSeconds(number);
    }
  }
}
