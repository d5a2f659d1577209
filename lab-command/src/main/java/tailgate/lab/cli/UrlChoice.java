package tailgate.lab.cli;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.choose.ChoosePlan;
import tailgate.lab.choose.GateFiles;
import tailgate.lab.choose.Objective;
import tailgate.lab.choose.Pace;
import tailgate.lab.choose.UrlExperiment;
import tailgate.lab.choose.UrlPlan;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.Health;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Origin;
import tailgate.lab.load.RequestMix;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.machine.Fitness;
import tailgate.lab.url.OwnLimit;
import tailgate.lab.url.RateSteps;
import tailgate.lab.url.ServerUrl;

/** The options of {@code choose} for a server that runs already; asks it. */
final class UrlChoice {

  private static final String URL = "--url";

  /** The options that are for such a server only. */
  private static final List<String> OWN =
      List.of("--url --most-rate --min-rate --insecure --cacert".split(" ", -1));

  /** The options that are also for such a server. */
  private static final List<String> COMMON =
      List.of(
          ("--slo --method --header --body --body-file --requests --connections --quick --out"
                  + " --blocks --seed --on-busy --junit --summary "
                  + Checkout.Root.NAME)
              .split(" ", -1));

  private static final double MOST_PER_SECOND = 1_000_000;

  /** The time in which a user can stop what overloads a server elsewhere. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  @Option(
      names = URL,
      paramLabel = "URL",
      description =
          "ask a server that runs already, such as http://host:8080/path: what rate does it hold,"
              + " where does it break, and what happens above that? Nothing is started, and no"
              + " model is recommended")
  @Nullable ServerUrl given;

  @Mixin TrustOptions trust = new TrustOptions();

  @Option(
      names = "--most-rate",
      paramLabel = "RATE",
      converter = RateConverter.class,
      description =
          "with --url: never send more than this, such as 500/s (default: what the generator can be"
              + " trusted with)")
  @Nullable Double most;

  @Option(
      names = "--min-rate",
      paramLabel = "RATE",
      converter = RateConverter.class,
      description = "with --url: the rate that the server has to hold; it sets the exit code")
  @Nullable Double least;

  static final class RateConverter extends WordedConverter<Double> {
    RateConverter() {
      super(RateSteps::rate);
    }
  }

  boolean isGiven() {
    return given != null;
  }

  /** Refuses options that have no use beside the others. */
  void check(LabCommand command) {
    command.checkUse(URL, isGiven(), OWN, COMMON);
    if (most != null && most < 1) {
      throw command.wrong("--most-rate is at least 1/s");
    }
    if (most != null && least != null && least > most) {
      throw command.wrong("--min-rate is more than --most-rate allows");
    }
  }

  /**
   * Asks the server that is given.
   *
   * @return the exit code
   */
  int run(
      LabCommand command,
      LabOptions lab,
      LoadRequests requests,
      Objective objective,
      boolean keepAlive,
      GateFiles files)
      throws IOException, LabException, InterruptedException {
    // Else a line for each connection that cannot be made; the report counts them.
    System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
    ServerUrl server = Objects.requireNonNull(given, URL);
    Blocks blocks = lab.blocks(1);
    RequestMix mix = requests.mix(command, server.path(), server::pathOf, blocks.seed());
    Descriptors.check(ChoosePlan.MOST_CONNECTIONS);
    Origin origin = trust.reach(server, LoadCommand.CONNECTING);
    Fitness look;
    try {
      look = lab.isolation.look(command.console(), true);
    } catch (LabException e) {
      return command.doubted(String.valueOf(e.getMessage()));
    }
    command.say("Warming up the generator, at an echo of its own ...");
    int threads = OwnLimit.threads();
    double trusted = Health.MOST_OF_CEILING * OwnLimit.measure(load(keepAlive, threads));
    if (least != null && least > trusted) {
      return command.doubted(
          format(
              "--min-rate: the generator can be trusted with about %,.0f requests/s here, and not"
                  + " with %,.0f",
              trusted, least));
    }
    double bound = Math.min(trusted, Objects.requireNonNullElse(most, MOST_PER_SECOND));
    warn(command, server, origin, bound);
    UrlPlan plan =
        UrlPlan.of(
            objective,
            LoadRequests.title(server.toString(), mix),
            server.path(),
            keepAlive,
            lab.quick ? Pace.QUICK : Pace.FULL,
            blocks,
            most,
            least);
    UrlExperiment.Target target = timeout -> trust.reach(server, timeout);
    return lab.runAlone(
        new UrlExperiment(plan, target, mix, threads, bound, files), look, command.console());
  }

  /** Describes a load like those that come, of which the generator's limit is to be known. */
  private static LoadSpec load(boolean keepAlive, int threads) {
    Segment segment = Segment.of(Kind.STEADY, 1, MOST_PER_SECOND, Duration.ofSeconds(1));
    return new LoadSpec("/", keepAlive, 1, Model.OPEN, List.of(segment), 1, threads);
  }

  /** Says what a server on another machine has to expect, and lets the user prevent it. */
  private void warn(LabCommand command, ServerUrl server, Origin origin, double bound)
      throws IOException, InterruptedException {
    InetAddress address =
        InetAddress.getByName(Objects.requireNonNullElse(origin.address(), origin.host()));
    if (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null) {
      return;
    }
    command.say(
        format(
            "%s is not on this machine. It will be overloaded on purpose, by up to %,.0f"
                + " requests/s; --most-rate bounds that.",
            server, bound));
    if (most == null) {
      command.say(format("This begins in %d s; Ctrl-C prevents it.", PAUSE.toSeconds()));
      Thread.sleep(PAUSE);
    }
  }
}
