package tailgate.lab.cli;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import tailgate.cli.CommandErrors;
import tailgate.lab.LabException;
import tailgate.lab.choose.ChoosePlan;
import tailgate.lab.choose.Objective;
import tailgate.lab.choose.Pace;
import tailgate.lab.choose.UrlExperiment;
import tailgate.lab.choose.UrlPlan;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.Health;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Origin;
import tailgate.lab.load.RequestMix;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.machine.Fitness;
import tailgate.lab.url.OwnLimit;
import tailgate.lab.url.ServerUrl;

/** Runs the {@link UrlExperiment} from the command line. */
record UrlChoice(LabCommand command, LabOptions lab, UrlOptions options, LoadRequests requests) {

  /** There are no figures, or figures that do not say it. */
  private static final int DOUBTED = 3;

  private static final double MOST_PER_SECOND = 1_000_000;

  /** The time in which a user can stop what overloads a server elsewhere. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /**
   * Asks the server that is given.
   *
   * @return the exit code
   */
  int run(Objective objective, boolean keepAlive)
      throws IOException, LabException, InterruptedException {
    // Else a line for each connection that cannot be made; the report counts them.
    System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
    ServerUrl server = options.server();
    Blocks blocks = lab.blocks(1);
    RequestMix mix = requests.mix(command, server.path(), server::pathOf, blocks.seed());
    Descriptors.check(ChoosePlan.MOST_CONNECTIONS);
    Origin origin = options.trust.reach(server, LoadCommand.CONNECTING);
    Fitness look;
    try {
      look = lab.isolation.look(command.console(), true);
    } catch (LabException e) {
      return doubted(String.valueOf(e.getMessage()));
    }
    say("Warming up the generator, at an echo of its own ...");
    int threads = OwnLimit.threads();
    double trusted = Health.MOST_OF_CEILING * OwnLimit.measure(load(keepAlive, threads));
    if (options.least != null && options.least > trusted) {
      return doubted(
          format(
              "--min-rate: the generator can be trusted with about %,.0f requests/s here, and not"
                  + " with %,.0f",
              trusted, options.least));
    }
    double most = Math.min(trusted, Objects.requireNonNullElse(options.most, MOST_PER_SECOND));
    warn(server, origin, most);
    UrlPlan plan =
        UrlPlan.of(
            objective,
            LoadRequests.title(server.toString(), mix),
            server.path(),
            keepAlive,
            lab.quick ? Pace.QUICK : Pace.FULL,
            blocks,
            options.most,
            options.least);
    UrlExperiment experiment =
        new UrlExperiment(
            plan,
            timeout -> options.trust.reach(server, timeout),
            mix,
            threads,
            most,
            new UrlExperiment.Files(options.junit, options.summary));
    return lab.runAlone(experiment, look, command.console());
  }

  private int doubted(String why) {
    CommandErrors.print(command.commandLine(), why);
    return DOUBTED;
  }

  /** Describes a load like those that come, of which the generator's limit is to be known. */
  private static LoadSpec load(boolean keepAlive, int threads) {
    Segment segment = Segment.of(Kind.STEADY, 1, MOST_PER_SECOND, Duration.ofSeconds(1));
    return new LoadSpec("/", keepAlive, 1, false, List.of(segment), 1).by(threads);
  }

  /** Says what a server on another machine has to expect, and lets the user prevent it. */
  private void warn(ServerUrl server, Origin origin, double most)
      throws IOException, InterruptedException {
    InetAddress address =
        InetAddress.getByName(Objects.requireNonNullElse(origin.address(), origin.host()));
    if (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null) {
      return;
    }
    say(
        format(
            "%s is not on this machine. It will be overloaded on purpose, by up to %,.0f"
                + " requests/s; --most-rate bounds that.",
            server, most));
    if (options.most == null) {
      say(format("This begins in %d s; Ctrl-C prevents it.", PAUSE.toSeconds()));
      Thread.sleep(PAUSE);
    }
  }

  private void say(String line) {
    command.console().println(line);
    command.console().flush();
  }
}
