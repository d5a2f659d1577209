package tailgate.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tailgate.admin.Management;
import tailgate.admin.Sources;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;
import tailgate.http.HostCheck;
import tailgate.log.StandardStreams;
import tailgate.metrics.RequestMetrics;
import tailgate.restart.Restart;
import tailgate.server.Server;
import tailgate.server.ServerConfig;
import tailgate.server.connection.DescriptorBudget;
import tailgate.server.listen.SharedSocket;
import tailgate.server.observe.Observation;
import tailgate.server.stage.Stage;
import tailgate.server.stage.ThreadReserve;

/**
 * The command that runs a stage. The {@code Main} of a stage adds its own options and creates its
 * {@link Stage}; everything else is here and the same for all stages.
 */
@Command(
    customSynopsis = "${COMMAND-NAME} [OPTIONS]",
    sortOptions = false,
    addMethodSubcommands = false,
    usageHelpAutoWidth = true,
    versionProvider = VersionProvider.class,
    footer = {
      "",
      "The default of each option is in parentheses.",
      "TIME is a number with its unit (250ms, 30s, 5m, 1h), SIZE a number of bytes or",
      "one with its unit (64KiB, 1MiB, 2GiB).",
      "",
      "SIGINT (Ctrl-C) and SIGTERM stop the server after open requests are answered;",
      "a second one stops it at once. SIGHUP restarts it without closing the port, where",
      "that is possible; if its terminal has closed, it stops as after SIGTERM.",
      "",
      "Exit codes: 0 stopped, 1 could not start, 2 wrong usage,",
      "3 stopped, but not all open requests were answered in --drain-timeout, or the",
      "process did not end 10 seconds after it and was ended by force."
    })
public abstract class StageCommand implements Callable<Integer> {

  static final int NOT_DRAINED = 3;

  @Mixin private final ListenOptions listen = new ListenOptions();

  @Mixin private final FileOptions files = new FileOptions();

  @Mixin private final OwnHandlerOptions ownHandler = new OwnHandlerOptions();

  @Mixin private final ConnectionOptions connections = new ConnectionOptions();

  @Mixin private final SimulationOptions handlers = new SimulationOptions();

  @Mixin private final AdminOptions admin = new AdminOptions();

  @Mixin private final TraceOptions traces = new TraceOptions();

  @Mixin private final ProcessOptions process = new ProcessOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  private final StopSignal stopSignal = new StopSignal();

  private final ForcedEnd forcedEnd =
      new ForcedEnd(this::printError, code -> Runtime.getRuntime().halt(code));

  /** Creates a stage from its options, each time another one. Called after they were parsed. */
  protected abstract Stage stage();

  /** The limits of the stage; a stage that serves one client at a time keeps the default. */
  protected CapacityOptions capacity() {
    return new CapacityOptions();
  }

  /** How many platform threads the connections of a process need; 0 if they share some. */
  protected int threadsOfConnections() {
    return 0;
  }

  /** How many platform threads read files for virtual threads; 0 if each thread reads by itself. */
  protected int fileThreads() {
    return 0;
  }

  /** Runs the server until it is stopped, and returns the exit code. */
  @Override
  public Integer call() throws InterruptedException {
    try (forcedEnd; // closed last, so it watches the others
        stopSignal;
        SupervisedRole role = SupervisedRole.find();
        Succession succession = new Succession(this::printError)) {
      admin.check();
      process.check();
      listen.allowedHosts(); // refuses wrong names before any file is read
      forcedEnd.watch();
      ThreadReserve.ofProcess().start();
      ServerConfig config = serverConfig();
      if (role.isSupervised()) {
        stopSignal.listenSupervised();
        admin.admin = false; // the supervisor's
        return serve(config, SocketActivation.find(this::detachOutput), succession, role);
      }
      stopSignal.listen(succession::request);
      SharedSocket inherited = inherited();
      warnIfShort(config);
      return process.processes == 1
          ? serve(config, inherited, succession, role)
          : supervise(inherited, succession);
    }
  }

  private int supervise(@Nullable SharedSocket inherited, Succession succession)
      throws InterruptedException {
    return new Supervision(
            spec.commandLine(), listen, admin, process, stopSignal, succession, inherited)
        .run();
  }

  private Integer serve(
      ServerConfig config,
      @Nullable SharedSocket inherited,
      Succession succession,
      SupervisedRole role)
      throws InterruptedException {
    try (TraceOptions.Tracing tracing = traces.open();
        ServedContent served =
            ownHandler.given()
                ? ownHandler.serve()
                : files.serve(fileThreads(), this::printError)) {
      return run(config, inherited, succession, served, tracing, role);
    }
  }

  private @Nullable SharedSocket inherited() {
    SharedSocket inherited = SocketActivation.find(this::detachOutput);
    if (inherited != null) {
      String difference = listen.difference(spec.commandLine().getParseResult(), inherited);
      if (difference != null) {
        printError(difference);
      }
    }
    return inherited;
  }

  /**
   * Makes standard output independent of the inherited socket, so that the socket can be closed.
   */
  private boolean detachOutput() {
    boolean done = StandardStreams.detach();
    if (done) {
      spec.commandLine().setOut(new PrintWriter(System.out, true, System.out.charset()));
      spec.commandLine().setErr(new PrintWriter(System.err, true, System.err.charset()));
    }
    return done;
  }

  private void warnIfShort(ServerConfig config) {
    if (spec.findOption("--max-connections") != null) {
      warn(capacity().shortage(config.descriptors()));
    }
    long heap = Runtime.getRuntime().maxMemory();
    int connections = Math.min(config.maxConnections(), config.descriptors().shared());
    warn(JavaMemory.shortage(connections, config.requestMemory(), heap));
    if (threadsOfConnections() > 0) {
      long threads = (long) threadsOfConnections() * process.processes;
      long heaps = heap * process.processes;
      warn(JavaMemory.shortageByThreads(threads, heaps, JavaMemory.memoryBytes()));
    }
  }

  private void warn(@Nullable String shortage) {
    if (shortage != null) {
      printError(shortage);
    }
  }

  private Integer run(
      ServerConfig config,
      @Nullable SharedSocket inherited,
      Succession succession,
      ServedContent served,
      TraceOptions.Tracing tracing,
      SupervisedRole role)
      throws InterruptedException {
    RequestMetrics metrics = admin.requestMetrics();
    Handler handler = handlers.before(served.handler());
    HostCheck hosts = listen.hostCheck(handler);
    var sources =
        new Sources(
            served.cache(),
            metrics,
            tracing.logLines(),
            hosts == null ? null : hosts::refused,
            served.root());
    if (succession.hasPredecessor()) {
      new WarmUp(() -> overridden(stage()), config, files::sample).run();
    }
    // The stage comes last: it may start threads, so everything else must have succeeded.
    Stage stage = overridden(stage());
    Server server =
        bind(
            stage,
            config,
            inherited,
            hosts == null ? handler : hosts,
            served.errorPages(),
            tracing.with(AdminOptions.observation(metrics)));
    try (Management management = new Management(server, sources)) {
      start(server, management, inherited, succession);
      if (role.isSupervised()) {
        succession.leftToSupervisor();
      } else {
        succession.serving(inherited, owner(server, management), process.restartTimeout);
      }
      Banner banner = banner(server, management, succession, served);
      role.ready(banner, spec.commandLine().getOut(), server, management, stopSignal);
      stopSignal.await();
      int code = stop(server, management, succession.stop() || role.hasLeft(), role);
      role.stopped(management);
      return code;
    }
  }

  private void start(
      Server server, Management management, @Nullable SharedSocket inherited, Succession succession)
      throws InterruptedException {
    try {
      succession.takeOver(
          admin,
          management,
          listen.port(inherited),
          listen.allowedHosts()::allows,
          server::start); // before the management, which is not needed to serve
    } catch (RuntimeException e) {
      server.stop(Duration.ZERO);
      throw e;
    }
  }

  private Restart.Owner owner(Server server, Management management) {
    return new Restart.Owner() {
      @Override
      public OptionalInt adminPort() {
        return management.address().stream().mapToInt(InetSocketAddress::getPort).findFirst();
      }

      @Override
      public void release() {
        try {
          server.leavePort();
          management.releasePort();
        } catch (InterruptedException | RuntimeException e) {
          printError("cannot leave everything to the successor: " + e);
        }
      }

      @Override
      public void notReplaced(String reason) {
        printError("was not replaced: " + reason);
      }

      @Override
      public void handedOver(long successor) {
        printOut("handed over to process " + successor);
        stopSignal.request();
      }
    };
  }

  private Banner banner(
      Server server, Management management, Succession succession, ServedContent served) {
    List<Banner.Line> lines = new ArrayList<>(listen.bannerLines());
    lines.addAll(succession.bannerLines());
    lines.addAll(served.bannerLines());
    return new Banner(server.stage(), server.address(), lines, handlers, management.address());
  }

  /** Returns the signal, so that tests can end {@link #call} as a real one would. */
  StopSignal stopSignal() {
    return stopSignal;
  }

  private int stop(Server server, Management management, boolean replaced, SupervisedRole role)
      throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    forcedEnd.begin(admin.drainDelay.plus(process.drainTimeout).plus(ForcedEnd.MARGIN));
    management.drain();
    server.announceStop();
    if (!admin.drainDelay.isZero() && !replaced) {
      role.say(out, "stopping in " + ValueFormat.of(admin.drainDelay) + ", no longer ready");
      Thread.sleep(admin.drainDelay);
    }
    int open = server.openConnections();
    role.say(out, "stopping, " + open + " connection" + (open == 1 ? "" : "s") + " open");
    if (server.stop(process.drainTimeout, role::closing)) {
      return 0;
    }
    CommandErrors.print(
        spec.commandLine(),
        "not all requests were answered within " + ValueFormat.of(process.drainTimeout));
    return NOT_DRAINED;
  }

  private void printOut(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  private void printError(String line) {
    CommandErrors.print(spec.commandLine(), line);
  }

  private ServerConfig serverConfig() {
    return new ServerConfig(
        listen.address(),
        listen.backlog,
        capacity().maxConnections,
        DescriptorBudget.ofProcess(),
        capacity().maxConnectionsPerClient,
        capacity().overload,
        connections.timeouts(),
        connections.limits(),
        connections.requestMemory(),
        process.stopGrace);
  }

  private Stage overridden(Stage stage) {
    return stage.with(
        connections.dispatch == null ? stage.dispatch() : connections.dispatch,
        connections.keepAlive == null ? stage.keepAlive() : connections.keepAlive);
  }

  private Server bind(
      Stage stage,
      ServerConfig config,
      @Nullable SharedSocket inherited,
      Handler handler,
      ErrorPages errorPages,
      Observation observation) {
    try {
      return new Server(stage, config, inherited, handler, errorPages, observation);
    } catch (IOException e) {
      stage.executor().shutdownNow();
      throw listen.cannotListen(e);
    } catch (UnsupportedOperationException e) {
      stage.executor().shutdownNow();
      throw new StartupException(
          "this platform cannot share a port between several reactors or acceptors", e);
    }
  }
}
