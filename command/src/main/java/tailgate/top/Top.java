package tailgate.top;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import tailgate.cli.CommandErrors;

/**
 * The command {@code ./tailgate top}. Every jar of a stage contains it, so that it needs no build.
 *
 * <pre>
 *   java -cp threadpool.jar tailgate.top.Top
 * </pre>
 */
@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    customSynopsis = "${COMMAND-NAME} [OPTIONS] [URL]",
    description = "Shows how a running server is doing, again and again, until Ctrl-C.",
    sortOptions = false,
    usageHelpAutoWidth = true,
    footer = {
      "",
      "If the output is not a terminal, each sample is one line. NO_COLOR=1 turns",
      "colours off. Rates are between two samples, by the server's own clock.",
      "",
      "Exit codes: 0 ended by Ctrl-C or done, 1 no server answers there, 2 wrong usage.",
      "If the server goes away later, top waits until it is back."
    })
public final class Top implements Callable<Integer> {

  private static final Duration SHORTEST = Duration.ofMillis(100);

  @Parameters(
      arity = "0..1",
      paramLabel = "URL",
      defaultValue = Endpoint.DEFAULT,
      description =
          "The admin endpoint of a server: a URL, host:port, or a port of this machine."
              + " (${DEFAULT-VALUE})")
  private Endpoint endpoint = Endpoint.parse(Endpoint.DEFAULT);

  @Option(names = "--once", description = "Show it once and exit: with rates, over one interval.")
  private boolean once;

  @Option(
      names = "--json",
      description = "Write what /stats answers, a line for each sample; with --once at once.")
  private boolean json;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "1s",
      description = "Between two samples, at least 100ms. (${DEFAULT-VALUE})")
  private Duration interval = Duration.ofSeconds(1);

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Supplier<Optional<Terminal>> terminal;

  /** Volatile: set by the main thread, read by the one that ends the process on a signal. */
  private volatile @Nullable Display watched;

  Top(Supplier<Optional<Terminal>> terminal) {
    this.terminal = terminal;
  }

  /** Shows a server until the process is ended by a signal. */
  public static void main(String[] arguments) {
    var top = new Top(() -> Terminal.ofStandardOutput(System.getenv()));
    Runtime.getRuntime().addShutdownHook(new Thread(top::endWatching, "tailgate-top-end"));
    // picocli's own writer would not tell that a pipe was closed.
    CommandLine line =
        commandLine(top).setOut(new PrintWriter(System.out, true, System.out.charset()));
    System.exit(line.execute(arguments));
  }

  static CommandLine commandLine(Top top) {
    String version = Top.class.getPackage().getImplementationVersion();
    CommandLine line =
        new CommandLine(top)
            .registerConverter(Endpoint.class, Top::endpoint)
            .registerConverter(Duration.class, Top::duration)
            .setParameterExceptionHandler((e, arguments) -> CommandErrors.printWrong(e))
            .setExecutionExceptionHandler((e, command, parsed) -> failed(command, "failed: " + e));
    line.getCommandSpec()
        .version(
            "Tailgate top " + Objects.requireNonNullElse(version, "(unpackaged)"),
            "Java " + Runtime.version());
    return line;
  }

  private static Endpoint endpoint(String text) {
    try {
      return Endpoint.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("'" + text + "': " + e.getMessage());
    }
  }

  private static Duration duration(String text) {
    try {
      return text.endsWith("ms")
          ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - "ms".length())))
          : Duration.parse("PT" + text.replace("min", "m"));
    } catch (NumberFormatException | DateTimeException e) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration such as 250ms, 30s or 5m");
    }
  }

  private static int failed(CommandLine line, String message) {
    CommandErrors.print(line, message);
    return ExitCode.SOFTWARE;
  }

  @Override
  public Integer call() {
    if (interval.compareTo(SHORTEST) < 0) {
      throw new ParameterException(
          spec.commandLine(),
          "the interval must be at least 100ms, not " + interval.toMillis() + "ms");
    }
    try (Display display = display()) {
      var viewer = new Viewer(endpoint, interval, display);
      if (once) {
        viewer.once(!json);
      } else {
        watched = display;
        viewer.watch();
      }
      return ExitCode.OK;
    } catch (InterruptedException e) {
      return ExitCode.OK; // as on a signal
    } catch (IOException e) {
      return failed(spec.commandLine(), String.valueOf(e.getMessage()));
    } finally {
      watched = null;
    }
  }

  private Display display() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (json) {
      return new Display.Lines(out, err, change -> change.now().stats().toString());
    }
    Optional<Terminal> found = terminal.get();
    if (once) {
      return new Display.Lines(out, err, change -> page(found, change));
    }
    if (found.isEmpty()) {
      return new Display.Lines(out, err, Summary::of);
    }
    var screen = new FullScreen(endpoint, found.get(), out);
    TerminalSignals.onResize(screen::resized);
    TerminalSignals.onStop(screen::suspend);
    return screen;
  }

  /** Returns what the full screen shows, to be written once. */
  private String page(Optional<Terminal> found, Change change) {
    int width = found.map(Terminal::measure).orElse(Terminal.USUAL).columns();
    boolean colours = found.isPresent() && found.get().colours();
    return Screen.of(endpoint, change, width).stream()
        .map(line -> colours ? line.painted() : line.text())
        .collect(Collectors.joining(System.lineSeparator()));
  }

  /**
   * Ends the process on SIGINT, SIGTERM and SIGHUP; the exit code would be the signal's otherwise.
   */
  private void endWatching() {
    Display display = watched;
    if (display != null) {
      display.close();
      Runtime.getRuntime().halt(ExitCode.OK);
    }
  }
}
