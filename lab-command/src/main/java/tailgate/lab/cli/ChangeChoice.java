package tailgate.lab.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.change.ChangeGate;
import tailgate.lab.change.ChangePlan;
import tailgate.lab.choose.BaseRate;
import tailgate.lab.choose.ChoosePlan;
import tailgate.lab.choose.GateFiles;
import tailgate.lab.choose.Objective;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.RequestMix;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.run.CandidateCheck;
import tailgate.lab.run.Testbed;
import tailgate.lab.stats.Bootstrap;

/** The options of {@code choose} that name a server before a change and after it; runs both. */
final class ChangeChoice {

  private static final List<String> OWN = List.of("--base", "--head", "--rate");

  /** The options that are also for such servers. */
  private static final List<String> COMMON =
      List.of(
          ("--slo --method --header --body --body-file --requests --connections --path --quick"
                  + " --out --resume --blocks --seed --on-busy --cpus --gc --java --port --junit"
                  + " --summary "
                  + Checkout.Root.NAME)
              .split(" ", -1));

  @Option(
      names = "--base",
      paramLabel = "SERVER",
      description =
          "a server before a change: a jar with its arguments, or a command as of --candidate. Did"
              + " the change make it worse? Both are measured in turn, at least six times, and no"
              + " model is recommended")
  String base = "";

  @Option(
      names = "--head",
      paramLabel = "SERVER",
      description =
          "with --base: the server after the change, or the same jar with other arguments")
  String head = "";

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      converter = UrlChoice.RateConverter.class,
      description =
          "with --base: the rate at which both are measured (default: half of what base holds)")
  @Nullable Double rate;

  boolean isGiven() {
    return !base.isEmpty();
  }

  /** Refuses options that have no use beside the others, and servers that cannot be started. */
  void check(LabCommand command, LabOptions lab) {
    command.checkUse("--base", isGiven(), OWN, COMMON);
    if (!isGiven()) {
      return;
    }
    if (head.isEmpty()) {
      throw command.wrong("--base needs --head: the server after the change");
    }
    if (lab.resume != null && rate == null) {
      throw command.wrong("--resume needs the --rate of the run that was cut");
    }
    try {
      candidates().forEach(Candidate::parse);
    } catch (IllegalArgumentException e) {
      throw command.wrong("--base and --head: " + e.getMessage());
    }
  }

  private List<String> candidates() {
    return List.of(ChangePlan.BASE + "=" + base, ChangePlan.HEAD + "=" + head);
  }

  /** Returns the blocks: a run ends once its claims are decided, unless the user says when. */
  Blocks blocks(LabOptions lab) throws LabException {
    return lab.quick || lab.blocks != null
        ? lab.blocks(1)
        : Blocks.sequential(Bootstrap.ERROR, lab.seed());
  }

  /**
   * Measures both servers.
   *
   * @param objective that bounds the rate, unless the user has given one
   * @param requests that are sent; null for a GET of the path
   * @return the exit code
   */
  int run(
      LabCommand command,
      LabOptions lab,
      ChangePlan plan,
      Objective objective,
      @Nullable RequestMix requests,
      GateFiles files)
      throws IOException, LabException, InterruptedException {
    int connections = ChoosePlan.MOST_CONNECTIONS;
    Descriptors.check(connections);
    lab.candidates.commands = candidates();
    lab.candidates.onDifference = CandidateOptions.OnDifference.RECORD; // it may be the change
    SequencedMap<String, Javas.Found> javas = lab.checkout.javas().find();
    Map<String, String> paths =
        javas.values().stream().collect(Collectors.toMap(Javas.Found::name, Javas.Found::path));
    long seed = plan.blocks().seed();
    BaseRate usual = new BaseRate(ChangePlan.BASE, objective, plan.path(), plan.keepAlive(), seed);
    LabOptions.Order.Maker experiment =
        (servers, context) -> {
          Testbed testbed = Testbed.with(servers);
          double chosen = rate == null ? usual.find(testbed, context) : rate;
          ChangeGate gate = new ChangeGate(plan, files, command.console());
          return plan.at(chosen, testbed, Javas.versions(javas), paths, gate);
        };
    CandidateCheck.Asked asked =
        new CandidateCheck.Asked(
            ChangePlan.BASE, List.of(), plan.path(), null, Set.of(plan.keepAlive()), connections);
    return lab.run(
        new LabOptions.Order(List.of(), experiment, Optional.of(asked), requests),
        command.console());
  }
}
