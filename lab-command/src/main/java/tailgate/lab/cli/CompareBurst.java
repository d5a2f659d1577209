package tailgate.lab.cli;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.burst.BurstCandidate;
import tailgate.lab.burst.BurstCandidate.Role;
import tailgate.lab.burst.BurstExperiment;
import tailgate.lab.burst.BurstPlan;
import tailgate.lab.burst.BurstRun;
import tailgate.lab.burst.BurstWorkload;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.load.Arrivals;
import tailgate.lab.run.Testbed;

/** Runs the {@link BurstExperiment} from the command line. */
@Command(
    name = "burst",
    description = {
      "Does a pool that sizes itself cut the P99 of a burst by 30 %%?",
      "Sends a quiet phase, a spike and a cool-down in turn to fixed pools of 8, 64 and, where"
          + " requests wait, 27, to an adaptive pool that starts with 8, and to virtual threads."
          + " Arrivals do not wait for answers (open model), and latency counts from when a request"
          + " was due. The quiet phase lasts until the adaptive pool is back at 8. About an hour;"
          + " with --handlers none,io-50ms 2.5."
    })
final class CompareBurst extends ExperimentCommand {

  private static final int BLOCKS = 10;

  /** The Rust pool study had this handler. One more takes longer than a machine is quiet for. */
  private static final List<String> CLAIMED_HANDLERS = List.of("none");

  private static final List<String> QUICK_HANDLERS = List.of("cpu-2ms", "io-50ms");
  private static final Set<Role> QUICK_LEAVES_OUT = Set.of(Role.FIXED_27, Role.FIXED_64);
  private static final int MOST_PER_SECOND = 100_000;

  @Option(
      names = "--handlers",
      split = ",",
      paramLabel = "NAME",
      description =
          "handlers to try: none, cpu-2ms, io-10ms, io-50ms, io-exp-20ms (default: none;"
              + " with --quick cpu-2ms and io-50ms)")
  @Nullable List<String> handlers;

  @Option(
      names = "--max-workers",
      paramLabel = "N",
      description = "maximum size of the adaptive pool (default: ${DEFAULT-VALUE})")
  int maxWorkers = 64;

  @Mixin WorkOptions work = new WorkOptions();

  @Mixin WorkOptions.Connections connections = new WorkOptions.Connections();

  @Option(
      names = "--arrivals",
      paramLabel = "LAW",
      converter = LawConverter.class,
      description = "how arrivals are spread: poisson, or uniform (evenly) (default: poisson)")
  Arrivals.Law law = Arrivals.Law.POISSON;

  @Mixin LabHandlerOptions handler = new LabHandlerOptions();

  @Option(
      names = "--spike-rate",
      paramLabel = "N",
      description =
          "with --handler: arrivals per second in a spike; the quiet phase has 15 %% of this rate")
  @Nullable Double spikeRate;

  @Override
  LabOptions.Order order() throws LabException {
    Blocks blocks = lab().blocks(lab().quick ? 1 : BLOCKS);
    List<BurstRun> runs = runs(blocks);
    BurstPlan pace =
        (lab().quick ? BurstPlan.QUICK : BurstPlan.FULL).in(blocks).working(work(runs));
    return new LabOptions.Order(
        runs.stream().map(run -> run.candidate().stage()).distinct().toList(),
        stageRun -> new BurstExperiment(Testbed.with(stageRun), runs, pace, arrivals(blocks)));
  }

  private BurstPlan.Work work(List<BurstRun> runs) {
    List<String> arms =
        runs.stream()
            .map(
                run ->
                    Stream.concat(
                            Stream.of(
                                run.workload().name(),
                                run.keepAlive() ? "kept" : "new",
                                run.candidate().stage()),
                            run.candidate().arguments().stream())
                        .collect(Collectors.joining(" ")))
            .distinct()
            .sorted()
            .toList();
    return new BurstPlan.Work(
        work.path(lab(), handler.isGiven()).orElse(BurstPlan.RESOURCE),
        work.fileSize(lab()).orElse(null),
        arms);
  }

  private Arrivals arrivals(Blocks blocks) {
    return law == Arrivals.Law.UNIFORM ? Arrivals.UNIFORM : Arrivals.poisson(blocks.seed());
  }

  static final class LawConverter implements ITypeConverter<Arrivals.Law> {
    @Override
    public Arrivals.Law convert(String text) {
      return IsolationOptions.oneOf(Arrivals.Law.class, "kind of arrivals", text);
    }
  }

  private List<BurstRun> runs(Blocks blocks) {
    if (maxWorkers < BurstWorkload.FIXED_WORKERS) {
      throw wrong("--max-workers must be at least 8, not " + maxWorkers);
    }
    return BurstRun.all(workloads(), keepAlive(), blocks, candidates());
  }

  private List<BurstWorkload> workloads() {
    Optional<LabHandlerOptions.Choice> chosen = handler.choice(lab());
    if (chosen.isPresent()) {
      return List.of(workload(chosen.get()));
    }
    if (spikeRate != null) {
      throw wrong("--spike-rate is for a handler of your own: --handler");
    }
    List<String> all = BurstWorkload.ALL.stream().map(BurstWorkload::name).toList();
    List<String> wanted =
        Objects.requireNonNullElse(handlers, lab().quick ? QUICK_HANDLERS : CLAIMED_HANDLERS);
    wanted.forEach(name -> checkOneOf("handler", all, name));
    return BurstWorkload.ALL.stream().filter(workload -> wanted.contains(workload.name())).toList();
  }

  private BurstWorkload workload(LabHandlerOptions.Choice chosen) {
    if (handlers != null) {
      throw wrong("--handler leaves no use for --handlers");
    }
    if (spikeRate == null) {
      throw wrong("--handler needs --spike-rate; 3 times what 8 workers can do is a good value");
    }
    if (!(spikeRate >= 1 && spikeRate <= MOST_PER_SECOND)) {
      throw wrong(format("--spike-rate must be 1 to %,d, not %s", MOST_PER_SECOND, spikeRate));
    }
    return BurstWorkload.own(chosen.name(), chosen.className(), chosen.arguments(), spikeRate);
  }

  private List<Boolean> keepAlive() {
    return connections.kept(lab()).orElse(List.of(lab().quick));
  }

  private List<BurstCandidate> candidates() {
    List<BurstCandidate> candidates = new ArrayList<>();
    for (BurstCandidate candidate : BurstCandidate.all(maxWorkers)) {
      if (lab().quick && QUICK_LEAVES_OUT.contains(candidate.role())) {
        continue;
      }
      candidates.add(candidate);
    }
    List<String> stages = candidates.stream().map(BurstCandidate::stage).distinct().toList();
    StageArguments args = work.stageArguments.of(lab(), stages);
    return candidates.stream()
        .map(candidate -> candidate.with(args.byStage().getOrDefault(candidate.stage(), List.of())))
        .toList();
  }
}
