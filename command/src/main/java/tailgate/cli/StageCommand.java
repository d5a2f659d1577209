package tailgate.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
import tailgate.metrics.RequestMetrics;
import tailgate.server.Server;
import tailgate.server.ServerConfig;
import tailgate.server.connection.ConnectionSettings;
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

  /** What is wrong with this stage on this Java, in one line; null if nothing is known. */
  protected @Nullable String warning() {
    return null;
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
        Operation operation =
            new Operation(spec.commandLine(), listen, admin, process, stopSignal, forcedEnd)) {
      admin.check();
      process.check();
      listen.allowedHosts(); // refuses wrong names before any file is read
      forcedEnd.watch();
      ThreadReserve.ofProcess().start();
      ServerConfig config = serverConfig();
      operation.begin();
      if (!operation.isSupervised()) {
        warn(warning());
        warnIfShort(config);
      }
      return operation.isSupervisor() ? operation.supervise() : serve(config, operation);
    }
  }

  /**
   * Starts a server of this stage inside this JVM, without banner, admin port and signals: for
   * tests of a handler. To be called once.
   *
   * @param options those of the command line, such as {@code --port=0} for any free port
   * @return the server, which {@link Server#stop} ends
   * @throws picocli.CommandLine.ParameterException if an option is wrong
   * @throws StartupException if it cannot listen
   */
  public Server serve(Handler handler, String... options) {
    StageLauncher.commandLine(this).parseArgs(options);
    Server server =
        bind(
            overridden(stage()),
            serverConfig(),
            null,
            handlers.before(handler),
            ErrorPages.BUILT_IN,
            Observation.NONE);
    server.start();
    return server;
  }

  private Integer serve(ServerConfig config, Operation operation) throws InterruptedException {
    try (TraceOptions.Tracing tracing = traces.open();
        ServedContent served =
            ownHandler.given()
                ? ownHandler.serve()
                : files.serve(fileThreads(), this::printError)) {
      return run(config, operation, served, tracing);
    }
  }

  private void warnIfShort(ServerConfig config) {
    if (spec.findOption("--max-connections") != null) {
      warn(capacity().shortage(config.connections().descriptors()));
    }
    long heap = Runtime.getRuntime().maxMemory();
    ConnectionSettings most = config.connections();
    int open = Math.min(most.max(), most.descriptors().shared());
    warn(JavaMemory.shortage(open, most.requestMemory(), heap));
    if (threadsOfConnections() > 0) {
      long threads = (long) threadsOfConnections() * process.processes;
      long heaps = heap * process.processes;
      warn(JavaMemory.shortageByThreads(threads, heaps, JavaMemory.memoryBytes()));
    }
  }

  private void warn(@Nullable String line) {
    if (line != null) {
      printError(line);
    }
  }

  private Integer run(
      ServerConfig config, Operation operation, ServedContent served, TraceOptions.Tracing tracing)
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
    if (operation.hasPredecessor()) {
      new WarmUp(() -> overridden(stage()), config, files::sample).run();
    }
    // The stage comes last: it may start threads, so everything else must have succeeded.
    Stage stage = overridden(stage());
    Server server =
        bind(
            stage,
            config,
            operation.inherited(),
            hosts == null ? handler : hosts,
            served.errorPages(),
            tracing.with(AdminOptions.observation(metrics)));
    try (Management management = new Management(server, sources)) {
      operation.start(server, management);
      operation.ready(banner(server, management, operation, served), server, management);
      stopSignal.await();
      return operation.stop(server, management) ? 0 : NOT_DRAINED;
    }
  }

  private Banner banner(
      Server server, Management management, Operation operation, ServedContent served) {
    List<Banner.Line> lines = new ArrayList<>(listen.bannerLines());
    lines.addAll(operation.bannerLines());
    lines.addAll(served.bannerLines());
    return new Banner(server.stage(), server.address(), lines, handlers, management.address());
  }

  /** Returns the signal, so that tests can end {@link #call} as a real one would. */
  StopSignal stopSignal() {
    return stopSignal;
  }

  private void printError(String line) {
    CommandErrors.print(spec.commandLine(), line);
  }

  private ServerConfig serverConfig() {
    return new ServerConfig(
        listen.address(),
        listen.backlog,
        new ConnectionSettings(
            capacity().maxConnections,
            DescriptorBudget.ofProcess(),
            capacity().maxConnectionsPerClient,
            connections.timeouts(),
            connections.limits(),
            connections.requestMemory()),
        capacity().overload,
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
    } catch (IOException | UnsupportedOperationException e) {
      stage.executor().stop();
      throw e instanceof IOException cannot
          ? listen.cannotListen(cannot)
          : new StartupException(
              "this platform cannot share a port between several reactors or acceptors", e);
    }
  }
}
