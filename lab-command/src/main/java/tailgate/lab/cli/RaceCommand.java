package tailgate.lab.cli;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.cli.Signals;
import tailgate.lab.LabException;
import tailgate.lab.machine.Ports;
import tailgate.lab.process.Children;
import tailgate.lab.process.Termination;
import tailgate.lab.project.Project;
import tailgate.lab.race.Race;

/** Runs the {@link Race} from the command line. */
@Command(
    name = "race",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the six models under one load, live, on a page with sliders and a tour.",
      "It begins with a tour, unless --rate or --stages is given. Ctrl-C ends it.",
      "docs/race.md says what it shows, and what it does not."
    },
    exitCodeListHeading = "Exit codes, as those of \"serve\":%n",
    exitCodeList = {
      "0:ended by Ctrl-C, SIGTERM or the end of the terminal",
      "1:something is missing, or the port is taken",
      "2:the command line is wrong"
    })
final class RaceCommand extends LabCommand {

  private static final Duration GRACE = Duration.ofSeconds(3);
  private static final long LOOK_MILLIS = 200;
  private static final long OPEN_SECONDS = 5;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description =
          "the port of the page, on 127.0.0.1; 0 takes any free one (default: ${DEFAULT-VALUE})")
  int port = 8020;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "arrivals per second at each stage at first (default: 100)")
  @Nullable Double rate;

  @Option(
      names = "--stages",
      split = ",",
      paramLabel = "STAGE",
      description = "the stages that take part at first (default: all)")
  List<String> stages = List.of();

  @Option(names = "--no-open", description = "do not open the page in a browser")
  boolean noOpen;

  @Mixin Checkout checkout = new Checkout();

  @Override
  public Integer call() throws IOException, LabException, InterruptedException {
    if (port < 0 || port > 65_535) {
      throw wrong("--port must be between 0 and 65535, not " + port);
    }
    // The generator's libraries log failures that the page counts as failed.
    System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
    stages.forEach(stage -> checkOneOf("stage", Project.STAGES, stage));
    if (rate != null && !(rate >= 0 && rate <= Race.MOST_RATE)) {
      throw wrong(format("--rate must be between 0 and %d, not %s", Race.MOST_RATE, rate));
    }
    Race.Order order =
        new Race.Order(
            checkout.project(),
            checkout.javas().only().toString(),
            port,
            stages,
            rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate));
    Ports.checkFree(port);
    CountDownLatch end = new CountDownLatch(1);
    Children children = new Children(GRACE);
    Termination termination = new Termination(children);
    List<Signals.Handled> signals =
        Stream.of("HUP", "INT", "TERM").map(name -> Signals.handle(name, end::countDown)).toList();
    try (Race race = Race.start(order, children)) {
      say("The race is at " + race.address() + " (Ctrl-C ends it)");
      if (!noOpen) {
        open(race.address());
      }
      boolean isOver = false;
      while (!isOver && !children.isClosed()) { // where signals cannot be handled, they are closed
        isOver = end.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      }
      signals.forEach(Signals.Handled::close); // a second one ends this JVM by default
    } finally {
      termination.over();
    }
    return 0;
  }

  /** Opens a page by the command of the desktop, if there is a desktop and such a command. */
  private static void open(URI page) throws InterruptedException {
    Optional<String> command =
        System.getenv("DISPLAY") != null || System.getenv("WAYLAND_DISPLAY") != null
            ? onPath("xdg-open")
            : System.getProperty("os.name").startsWith("Mac") ? onPath("open") : Optional.empty();
    if (command.isEmpty()) {
      return;
    }
    try {
      new ProcessBuilder(command.get(), page.toString())
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor(OPEN_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      // The address was printed.
    }
  }

  private static Optional<String> onPath(String command) {
    String path = System.getenv("PATH");
    return Stream.of(path == null ? new String[0] : path.split(":", -1))
        .map(folder -> Path.of(folder, command))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }
}
