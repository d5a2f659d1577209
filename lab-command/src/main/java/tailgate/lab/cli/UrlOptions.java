package tailgate.lab.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import tailgate.lab.url.RateSteps;
import tailgate.lab.url.ServerUrl;

/** The options of {@code choose} for a server that runs already. */
final class UrlOptions {

  private static final String URL = "--url";

  /** The options that are for such a server only. */
  private static final List<String> OWN =
      List.of("--url --most-rate --min-rate --junit --summary --insecure --cacert".split(" ", -1));

  /** The options that are also for such a server. */
  private static final List<String> COMMON =
      List.of(
          ("--slo --method --header --body --body-file --requests --connections --quick --out"
                  + " --blocks --seed --on-busy "
                  + Checkout.Root.NAME)
              .split(" ", -1));

  @Option(
      names = URL,
      paramLabel = "URL",
      converter = LoadCommand.UrlConverter.class,
      description =
          "ask a server that runs already, such as http://host:8080/path: what rate does it hold,"
              + " where does it break, and what happens above that? Nothing is started, and no"
              + " model is recommended")
  @Nullable ServerUrl server;

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

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "with --url: write whether it holds the rate, as a test in JUnit's XML")
  @Nullable Path junit;

  @Option(
      names = "--summary",
      paramLabel = "FILE",
      description = "with --url: write the answer as a paragraph of Markdown")
  @Nullable Path summary;

  static final class RateConverter extends WordedConverter<Double> {
    RateConverter() {
      super(RateSteps::rate);
    }
  }

  boolean isGiven() {
    return server != null;
  }

  /** Returns the server that is given. */
  ServerUrl server() {
    return Objects.requireNonNull(server, URL);
  }

  /** Refuses options that have no use beside the others. */
  void check(LabCommand command) {
    for (OptionSpec option : command.commandLine().getParseResult().matchedOptions()) {
      Stream<String> names = Stream.of(option.names());
      if (isGiven() && names.noneMatch(name -> OWN.contains(name) || COMMON.contains(name))) {
        throw command.wrong(URL + " leaves no use for " + option.longestName());
      }
      if (!isGiven() && OWN.contains(option.longestName())) {
        throw command.wrong(option.longestName() + " needs " + URL);
      }
    }
    if (most != null && most < 1) {
      throw command.wrong("--most-rate is at least 1/s");
    }
    if (most != null && least != null && least > most) {
      throw command.wrong("--min-rate is more than --most-rate allows");
    }
    command.checkFile("--junit", junit);
    command.checkFile("--summary", summary);
  }
}
