package tailgate.lab.cli;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tailgate.cli.Signals;
import tailgate.lab.LabException;
import tailgate.lab.export.PortableLoad;
import tailgate.lab.hyperfoil.UrlLoad;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.Arrivals.Law;
import tailgate.lab.load.Health;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Origin;
import tailgate.lab.load.RequestMix;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.load.Text;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.url.LiveLine;
import tailgate.lab.url.OwnLimit;
import tailgate.lab.url.RateSteps;
import tailgate.lab.url.ServerUrl;
import tailgate.lab.url.ServiceObjective;
import tailgate.lab.url.ServiceObjective.Verdict;
import tailgate.lab.url.UrlReport;
import tailgate.top.Terminal;

/** Sends a load to any server, from the command line. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Sends a load to any HTTP/1.1 server, and says how long it took to answer.",
      "With --rate the load is open: requests are due at times that do not depend on the server,"
          + " and latencies count from then, so that a stall of the server is seen. With --users it"
          + " is closed. docs/load.md explains the report."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:the objective is met, or there is none",
      "1:the objective is missed, or there is no load: the server cannot be reached",
      "2:the command line is wrong",
      "3:the generator could not keep the rate, so there are no figures of the server",
      "130, 143:ended by Ctrl-C or SIGTERM, after a report of what was measured until then"
    })
final class LoadCommand extends LabCommand {

  private static final int SIGNAL = 128;

  static final Duration CONNECTING = Duration.ofSeconds(5);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int LOOKS_IN_A_LINE = 10;
  private static final long MOST_SEED = 1_000_000;

  /** More connections are seldom needed, and each has its memory. */
  private static final int MOST_CONNECTIONS = 10_000;

  private static final int SPARE_CONNECTIONS = 50;

  /** A generator whose requests all leave later than this cannot catch up. */
  private static final Duration HOPELESS = Duration.ofSeconds(1);

  private static final double ALMOST_NONE = 0.1;
  private static final int HOPELESS_LOOKS = 3;

  @Parameters(paramLabel = "URL", description = "of the server, such as http://127.0.0.1:8080/path")
  @Nullable ServerUrl target;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description = "an open load: 500/s, or steps such as 100/s:10s,800/s:5s")
  @Nullable String rate;

  @Option(
      names = "--users",
      paramLabel = "N",
      description = "a closed load: each user sends its next request once it has its answer")
  @Nullable Integer users;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "how long requests are due (default: 10s)")
  Duration duration = Duration.ofSeconds(10);

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      description = "a time before that, at the first rate, that counts nowhere (default: none)")
  Duration warmUp = Duration.ZERO;

  @Option(
      names = "--arrivals",
      paramLabel = "LAW",
      description =
          "poisson, as those of many independent clients, or uniform, evenly spaced (default:"
              + " poisson)")
  String arrivals = "poisson";

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "of Poisson arrivals and of drawn requests (default: a new one; it is printed)")
  long seed = ThreadLocalRandom.current().nextLong(1, MOST_SEED);

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "after which a request has failed (default: 10s)")
  Duration timeout = Duration.ofSeconds(10);

  @Mixin LoadRequests requests = new LoadRequests();

  @Option(
      names = "--new-connections",
      description = "open a connection for each request (default: connections are kept)")
  boolean newConnections;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description =
          "at most so many connections in an open load (default: as many as are needed if nothing"
              + " is answered until the time-out, at most 10000)")
  @Nullable Integer connections;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "that send (default: one for two processors, at most 8)")
  int threads = OwnLimit.threads();

  @Mixin TrustOptions trust = new TrustOptions();

  @Option(
      names = "--slo",
      paramLabel = "TERM,...",
      description = "the objective, such as p99=50ms,failed=0.1%%; it sets the exit code")
  @Nullable ServiceObjective objective;

  @Mixin ExportOptions export = new ExportOptions();

  @Option(names = "--json", paramLabel = "FILE", description = "write all figures to this file")
  @Nullable Path json;

  @Option(names = "--csv", paramLabel = "FILE", description = "write a line for each second")
  @Nullable Path csv;

  @Option(
      names = "--hgrm",
      paramLabel = "FILE",
      description = "write the distribution in HdrHistogram's text form")
  @Nullable Path hgrm;

  @Override
  public Integer call() throws IOException, LabException, InterruptedException {
    // Else a line for each connection that cannot be made; the report counts them.
    System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
    ServerUrl server = Objects.requireNonNull(target, "required");
    boolean isExport = export.isAsked(this, json != null || csv != null || hgrm != null);
    checkFile("--out", export.out);
    checkFile("--json", json);
    checkFile("--csv", csv);
    checkFile("--hgrm", hgrm);
    LoadSpec spec = spec(server);
    RequestMix mix = requests.mix(this, server.path(), server::pathOf, seed);
    if (isExport) {
      return export.write(this, portable(server, spec, mix));
    }
    Descriptors.check(spec.users());
    Origin origin = trust.reach(server, CONNECTING);
    say("Warming up the generator, at an echo of its own ...");
    double limit = OwnLimit.measure(spec);
    if (spec.model() == Model.OPEN && spec.mostPerSecond() > limit) {
      return doubted(
          format(
              "%,.0f requests/s are more than this generator can send here, about %,.0f/s; ask for"
                  + " less, or give it more processors (--threads)",
              spec.mostPerSecond(), limit));
    }
    // Before the load, because that takes two processes.
    Optional<Terminal> terminal = Terminal.ofStandardOutput(System.getenv());
    int columns = terminal.map(Terminal::measure).orElse(Terminal.USUAL).columns();
    AtomicInteger signal = new AtomicInteger();
    UrlLoad load = new UrlLoad(spec.sending(mix), origin);
    List<Signals.Handled> handled =
        List.of(
            Signals.handle("INT", () -> signal.set(2)),
            Signals.handle("TERM", () -> signal.set(15)));
    boolean keptUp = watch(load, spec, signal, terminal, columns);
    handled.forEach(Signals.Handled::close);
    if (!keptUp) {
      return doubted(
          "the generator cannot keep the rate: it sends all requests more than a second late, so"
              + " the load was ended; ask for less, or give it more processors (--threads)");
    }
    return report(
        new UrlReport(
            LoadRequests.title(server.toString(), mix),
            spec,
            load.figures(),
            limit,
            signal.get() > 0),
        server,
        Math.min(columns, Text.COLUMNS),
        signal.get());
  }

  private PortableLoad portable(ServerUrl server, LoadSpec spec, RequestMix mix) {
    try {
      return new PortableLoad(
          URI.create(server.toString()),
          spec,
          mix.requests(),
          trust.authorities,
          trust.insecure,
          objective == null ? new ServiceObjective(List.of()) : objective);
    } catch (IllegalArgumentException e) {
      throw wrong("--export: " + e.getMessage());
    }
  }

  private LoadSpec spec(ServerUrl server) {
    if ((rate == null) == (users == null)) {
      throw wrong("say either --rate, such as 100/s (an open load), or --users (a closed load)");
    }
    checkOneOf("law of arrivals", List.of("poisson", "uniform"), arrivals);
    if (timeout.toMillis() < 1 || duration.toMillis() < 1 || threads < 1) {
      throw wrong("--timeout and --duration are at least 1ms, and --threads at least 1");
    }
    boolean isOpen = users == null;
    List<Segment> segments = segments(isOpen);
    int most = isOpen ? connections(segments) : Objects.requireNonNull(users);
    if (most < 1) {
      throw wrong("--users and --connections are at least 1");
    }
    return new LoadSpec(
        server.path(),
        !newConnections,
        most,
        isOpen ? Model.OPEN : Model.CLOSED,
        segments,
        timeout.toMillis(),
        Math.min(threads, most),
        arrivals.equals("poisson") ? Arrivals.poisson(seed) : new Arrivals(Law.UNIFORM, 0));
  }

  private List<Segment> segments(boolean isOpen) {
    List<Segment> all = new ArrayList<>();
    try {
      List<Segment> counted =
          isOpen
              ? RateSteps.parse(Objects.requireNonNull(rate), duration)
              : List.of(Segment.of(Kind.STEADY, 1, 0, duration));
      if (warmUp.toMillis() > 0) {
        all.add(Segment.of(Kind.WARM_UP, 1, counted.getFirst().perSecond(), warmUp));
      }
      all.addAll(counted);
      return RateSteps.checked(all);
    } catch (IllegalArgumentException e) {
      throw wrong((isOpen ? "--rate: " : "") + e.getMessage());
    }
  }

  /** Returns how many connections there can be: enough for a stall as long as the time-out. */
  private int connections(List<Segment> segments) {
    if (connections != null) {
      return connections;
    }
    double peak = segments.stream().mapToDouble(Segment::perSecond).max().orElseThrow();
    double needed = peak * timeout.toMillis() / 1e3 + SPARE_CONNECTIONS;
    return (int) Math.min(needed, Math.min(MOST_CONNECTIONS, Descriptors.most()));
  }

  /**
   * Shows the load until it is over, or until there is a signal.
   *
   * @return whether the generator could keep to its schedule
   */
  private boolean watch(
      UrlLoad load, LoadSpec spec, AtomicInteger signal, Optional<Terminal> terminal, int columns)
      throws InterruptedException, LabException {
    int hopeless = 0;
    for (int look = 1; !load.await(LOOK); look++) {
      if (signal.get() > 0) {
        load.stop();
        break;
      }
      var view = load.view();
      Health health = view.health();
      boolean isHopeless =
          health.sent() > 0
              && health.delivered() < ALMOST_NONE
              && health.lagP99Micros() > HOPELESS.toNanos() / 1_000;
      hopeless = isHopeless ? hopeless + 1 : 0;
      if (hopeless == HOPELESS_LOOKS) {
        load.stop();
        clear(terminal);
        return false;
      }
      show(LiveLine.of(view, load.elapsed(), spec.duration(), columns), look, terminal);
    }
    clear(terminal);
    return true;
  }

  /** Rewrites the line of a terminal; a file or a pipe gets one from time to time. */
  private void show(String line, int look, Optional<Terminal> terminal) {
    if (terminal.isPresent()) {
      console().print("\r" + line + "\u001b[K");
      console().flush();
    } else if (look % LOOKS_IN_A_LINE == 0) {
      PrintWriter log = commandLine().getErr();
      log.println(line);
      log.flush();
    }
  }

  private void clear(Optional<Terminal> terminal) {
    if (terminal.isPresent()) {
      console().print("\r\u001b[K");
      console().flush();
    }
  }

  private int report(UrlReport report, ServerUrl server, int columns, int signal)
      throws IOException {
    Verdict verdict = objective == null ? null : report.judge(objective);
    StringBuilder text = new StringBuilder(report.page(columns));
    if (report.couldNotConnect()) {
      Text.paragraph(text, "", anotherTry(server), columns);
    }
    if (verdict != null) {
      Text.paragraph(text, "", verdict.line(), columns);
    }
    say(text.toString().stripTrailing());
    if (json != null) {
      report.writeJson(json, verdict);
    }
    if (csv != null) {
      report.writeCsv(csv);
    }
    if (hgrm != null) {
      report.writeHgrm(hgrm);
    }
    if (signal > 0) {
      return SIGNAL + signal;
    }
    return report.isOfGenerator()
        ? DOUBTED
        : verdict == null || verdict.isMet() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** Says why connections could not be made, which Hyperfoil does not tell: one more shows it. */
  private String anotherTry(ServerUrl server) throws IOException {
    try {
      trust.reach(server, CONNECTING);
      return "One more connection, after the load, could be made.";
    } catch (LabException e) {
      return "One more connection, after the load: " + e.getMessage() + ".";
    }
  }
}
