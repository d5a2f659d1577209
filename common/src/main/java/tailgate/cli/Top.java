package tailgate.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import tailgate.top.Display;
import tailgate.top.Endpoint;
import tailgate.top.FullScreen;
import tailgate.top.JsonLines;
import tailgate.top.Page;
import tailgate.top.PlainLines;
import tailgate.top.Terminal;
import tailgate.top.Viewer;

/**
 * {@code ./tailgate top}: a running server in a terminal. It is in every stage's jar, and needs
 * none of its servers to run:
 *
 * <pre>
 *   java -cp threadpool.jar tailgate.cli.Top
 * </pre>
 */
@Command(
    name = "top",
    customSynopsis = "${COMMAND-NAME} [OPTIONS] [URL]",
    description = "Shows how a running server is doing, again and again, until Ctrl-C.",
    sortOptions = false,
    usageHelpAutoWidth = true,
    versionProvider = VersionProvider.class,
    footer = {
      "",
      "What is not written to a terminal is one line for each sample. NO_COLOR=1 takes",
      "the colours away. Rates are between two samples, by the server's own clock.",
      "",
      "Exit codes: 0 ended by Ctrl-C or done, 1 no server answers there, 2 wrong usage.",
      "A server that goes away later is waited for."
    })
public final class Top implements Callable<Integer> {

  private static final Duration SHORTEST = Duration.ofMillis(100);

  @Parameters(
      arity = "0..1",
      paramLabel = "URL",
      defaultValue = "" + Endpoint.DEFAULT_PORT,
      description =
          "The admin endpoint of a server: a URL, host:port, or a port of this machine."
              + " (${DEFAULT-VALUE})")
  private Endpoint endpoint = Endpoint.parse("" + Endpoint.DEFAULT_PORT);

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

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the versions of this program and of Java, and exit.")
  boolean version;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Supplier<Optional<Terminal>> terminal;
  private final StopSignal stopSignal = new StopSignal();

  Top(Supplier<Optional<Terminal>> terminal) {
    this.terminal = terminal;
  }

  /** Looks at a server until it is told to stop. */
  public static void main(String[] arguments) {
    var top = new Top(() -> Terminal.ofStandardOutput(System.getenv()));
    System.exit(commandLine(top).execute(arguments));
  }

  static CommandLine commandLine(Top top) {
    return StageLauncher.terse(top).registerConverter(Endpoint.class, Top::endpoint);
  }

  private static Endpoint endpoint(String text) {
    try {
      return Endpoint.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("'" + text + "': " + e.getMessage());
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    if (interval.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "the interval must be at least "
              + ValueFormat.of(SHORTEST)
              + ", not "
              + ValueFormat.of(interval));
    }
    try {
      var viewer = new Viewer(endpoint, interval);
      viewer.begin();
      if (once) {
        showOnce(viewer);
      } else {
        watch(viewer);
      }
      return ExitCode.OK;
    } catch (IOException e) {
      StageLauncher.printError(spec.commandLine(), e.getMessage());
      return ExitCode.SOFTWARE;
    }
  }

  private void showOnce(Viewer viewer) throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      viewer.showFirst(new JsonLines(out, spec.commandLine().getErr()));
    } else {
      viewer.showSecond(new Page(endpoint, terminal.get(), out));
    }
  }

  /** On a thread of its own, so that a server that does not answer delays no Ctrl-C. */
  private void watch(Viewer viewer) throws InterruptedException {
    Display display = display();
    Signals.Handled suspension = suspension(display);
    Signals.Handled resizing = Signals.handle("WINCH", () -> resized(display));
    try (stopSignal;
        suspension;
        display;
        resizing) {
      stopSignal.listen("HUP"); // the JVM would end at once, and leave the screen as it is
      var watching =
          new FutureTask<>(() -> watch(viewer, display)) {
            @Override
            protected void done() {
              stopSignal.release(); // there is nothing to wait for any more, whatever became of it
            }
          };
      Thread.ofPlatform().daemon().name("tailgate-top").start(watching);
      stopSignal.await();
      if (watching.isDone()) {
        watching.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static boolean watch(Viewer viewer, Display display) throws InterruptedException {
    viewer.watch(display);
    return true;
  }

  private Display display() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (json) {
      return new JsonLines(out, err);
    }
    return terminal
        .get()
        .<Display>map(found -> new FullScreen(endpoint, found, out))
        .orElseGet(() -> new PlainLines(out, err));
  }

  private static void resized(Display display) {
    if (display instanceof FullScreen screen) {
      screen.resized();
    }
  }

  /** Only a whole screen takes the terminal away from the shell. */
  private static Signals.Handled suspension(Display display) {
    if (display instanceof FullScreen screen) {
      var suspension = new Suspension(screen::suspend);
      suspension.listen();
      return suspension;
    }
    return () -> {};
  }

  /** Ends {@link #call} as a signal would. */
  StopSignal stopSignal() {
    return stopSignal;
  }
}
