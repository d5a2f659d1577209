package tailgate.lab.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.change.ChangePlan;
import tailgate.lab.choose.ChooseExperiment;
import tailgate.lab.choose.ChoosePlan;
import tailgate.lab.choose.GateFiles;
import tailgate.lab.choose.Objective;
import tailgate.lab.choose.Pace;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.RequestMix;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.project.Project;
import tailgate.lab.run.CandidateCheck;
import tailgate.lab.run.Testbed;

/** Runs the {@link ChooseExperiment} from the command line. */
@Command(
    name = "choose",
    mixinStandardHelpOptions = true,
    description = {
      "Which model for my handler, at what rate, and what happens above it?",
      "Finds for each stage the highest rate of arrivals (open model, Poisson) that keeps an"
          + " objective, and recommends one of them: about 10 minutes, with --quick 2. An"
          + " objective above 250 ms takes longer; the first lines say how long.",
      "With --url it asks one server that runs already, whatever that is. With --base and --head it"
          + " says whether a change made a server of yours worse. --method to --requests"
          + " say what is sent, as in \"./tailgate load\".",
      "docs/choosing.md explains the method."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:a stage is recommended, and every stage was measured; with --url: the rate is held; with"
          + " --base: head is not worse",
      "1:nothing is recommended, a run failed, or something is missing; with --url: the rate is not"
          + " held; with --base: head is worse",
      "2:the command line is wrong",
      "3:with --url or --base: the figures do not say it"
    })
final class Choose extends LabCommand {

  /** The servers take such times; they say more about a wrong one, but only once they run. */
  private static final Pattern TIME =
      Pattern.compile(
          "([1-9]\\d?%:)?((exp:)?T|uniform:T\\.\\.T)".replace("T", "\\d+(ns|us|µs|ms|s|m|min|h)"));

  @Option(
      names = "--slo",
      paramLabel = "pN=TIME",
      description =
          "the objective: the percentile p50, p90, p95, p99 or p99.9 of all latencies is at most"
              + " TIME (default: p99=50ms)")
  Objective objective = Objective.parse("p99=50ms");

  @Option(
      names = "--simulate-io",
      paramLabel = "TIME",
      description =
          "the handler waits before each answer, as \"serve --simulate-io\" does: 20ms, exp:20ms,"
              + " uniform:5ms..50ms, 1%%:500ms (one request in a hundred); repeat the option for"
              + " several waits")
  List<String> waits = List.of();

  @Option(
      names = "--simulate-cpu",
      paramLabel = "TIME",
      description = "the handler computes before each answer; TIME as for --simulate-io")
  @Nullable String computes;

  @Option(
      names = "--stages",
      split = ",",
      paramLabel = "STAGE",
      description = "only these stages, or none beside --candidate (default: all)")
  List<String> stages = Project.STAGES;

  @Mixin UrlChoice url = new UrlChoice();

  @Mixin ChangeChoice change = new ChangeChoice();

  @Mixin GateOptions gate = new GateOptions();

  @Mixin LoadRequests requests = new LoadRequests();

  @Mixin LabHandlerOptions handler = new LabHandlerOptions();

  @Mixin WorkOptions work = new WorkOptions();

  @Mixin WorkOptions.Connections connections = new WorkOptions.Connections();

  @Mixin LabOptions lab = new LabOptions();

  @Override
  public Integer call() throws IOException, LabException, InterruptedException {
    url.check(this);
    change.check(this, lab);
    if (!url.isGiven() && !change.isGiven()) {
      checkUse("--url or --base", false, GateOptions.OWN, List.of());
    }
    GateFiles files = gate.files(this);
    if (url.isGiven()) {
      return url.run(this, lab, requests, objective, keepAlive(), files);
    }
    if (change.isGiven()) {
      return change(files);
    }
    if (stages.equals(List.of("none"))) {
      stages = List.of();
      if (!lab.candidates.isGiven()) {
        throw wrong("--stages none needs --candidate or --servers");
      }
    }
    Optional<LabHandlerOptions.Choice> chosen = handler.choice(lab);
    Blocks blocks = lab.blocks(1);
    RequestMix mix = mix(chosen.isPresent(), blocks);
    ChoosePlan plan = plan(chosen, blocks, mix);
    Descriptors.check(ChoosePlan.MOST_CONNECTIONS);
    LabOptions.Order order =
        new LabOptions.Order(
            stages,
            (servers, context) ->
                new ChooseExperiment(Testbed.with(servers), plan.on(servers.serverCores()), mix),
            Optional.of(asked(plan)),
            mix);
    return lab.run(order, console());
  }

  private int change(GateFiles files) throws IOException, LabException, InterruptedException {
    Blocks blocks = change.blocks(lab);
    RequestMix mix = mix(true, blocks);
    String asked = mix == null ? "GET " + path(false) : LoadRequests.title("", mix);
    ChangePlan plan =
        new ChangePlan(
            change.base, change.head, path(false), asked, keepAlive(), lab.quick, blocks);
    return change.run(this, lab, plan, objective, mix, files);
  }

  private CandidateCheck.Asked asked(ChoosePlan plan) {
    String stage = CandidateCheck.Asked.bestOf(stages.isEmpty() ? plan.stages() : stages);
    return new CandidateCheck.Asked(
        stage,
        plan.own().of(stage, plan.arguments()),
        plan.path(),
        plan.fileSize(),
        Set.of(plan.keepAlive()),
        ChoosePlan.MOST_CONNECTIONS);
  }

  /** Returns what is sent; null for a GET of the path. */
  private @Nullable RequestMix mix(boolean anyAnswers, Blocks blocks)
      throws IOException, LabException {
    if (anyAnswers && requests.areGiven() && !lab.candidates.servers.isEmpty()) {
      throw wrong("--servers: there, a handler of your own gets a GET without fields and a body");
    }
    return requests.areGiven()
        ? requests.mix(this, path(anyAnswers), Choose::target, blocks.seed())
        : null;
  }

  private static String target(String asked) {
    if (!asked.startsWith("/")) {
      throw new IllegalArgumentException("'%s' is no path, such as /orders".formatted(asked));
    }
    return asked;
  }

  private String path(boolean anyAnswers) {
    boolean isOther = change.isGiven() || stages.isEmpty();
    return work.path(lab, anyAnswers || isOther).orElse(isOther ? "/" : ChoosePlan.PATH);
  }

  private ChoosePlan plan(
      Optional<LabHandlerOptions.Choice> chosen, Blocks blocks, @Nullable RequestMix mix) {
    lab.checkStages(stages);
    waits.forEach(wait -> checkTime("--simulate-io", wait));
    if (computes != null) {
      checkTime("--simulate-cpu", computes);
    }
    String does = arguments(chosen).isEmpty() ? "" : inWords(chosen);
    return new ChoosePlan(
        objective,
        lab.andCandidates(stages, does),
        inWords(chosen),
        arguments(chosen),
        work.stageArguments.of(lab, stages),
        path(chosen.isPresent()),
        work.fileSize(lab).orElse(null),
        keepAlive(),
        lab.quick ? Pace.QUICK : Pace.FULL,
        blocks,
        1,
        mix == null ? null : LoadRequests.title("", mix));
  }

  private boolean keepAlive() {
    List<Boolean> kept = connections.kept(lab).orElse(List.of(true));
    if (kept.size() > 1) {
      throw wrong("--connections: choose takes kept or new, not both");
    }
    return kept.get(0);
  }

  private void checkTime(String option, String text) {
    if (!TIME.matcher(text).matches()) {
      throw wrong(
          "%s: '%s' is not a time such as 20ms, exp:20ms or uniform:5ms..50ms"
              .formatted(option, text));
    }
  }

  private List<String> arguments(Optional<LabHandlerOptions.Choice> chosen) {
    List<String> arguments = new ArrayList<>();
    chosen.ifPresent(choice -> arguments.addAll(choice.arguments()));
    waits.forEach(wait -> arguments.addAll(List.of("--simulate-io", wait)));
    if (computes != null) {
      arguments.addAll(List.of("--simulate-cpu", computes));
    }
    return arguments;
  }

  /** Returns words, as {@code a handler that waits 20ms and computes 1ms}. */
  private String inWords(Optional<LabHandlerOptions.Choice> chosen) {
    List<String> does = new ArrayList<>();
    if (!waits.isEmpty()) {
      does.add("waits " + String.join(" and ", waits));
    }
    if (computes != null) {
      does.add("computes " + computes);
    }
    String what =
        chosen
            .map(LabHandlerOptions.Choice::name)
            .orElse(!does.isEmpty() ? "a handler" : stages.isEmpty() ? "your handler" : "files");
    return what
        + does.stream().collect(Collectors.joining(" and ", does.isEmpty() ? "" : " that ", ""));
  }
}
