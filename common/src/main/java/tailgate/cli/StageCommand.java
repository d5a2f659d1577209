package tailgate.cli;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tailgate.content.FileHandler;
import tailgate.content.Site;
import tailgate.http.Handler;
import tailgate.server.Server;
import tailgate.server.ServerConfig;
import tailgate.server.Stage;

/**
 * The command that runs a stage. A stage's {@code Main} adds its own options and says what its
 * {@link Stage} is; everything else is here and alike in all of them.
 */
@Command(
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    versionProvider = VersionProvider.class,
    footer = {
      "",
      "TIME is a number with a unit (250ms, 30s, 5m), SIZE one in bytes or with a unit (64KiB,"
          + " 1MiB).",
      "Exit codes: 0 stopped by SIGINT or SIGTERM, 1 cannot start, 2 wrong usage, 3 cut off what",
      "did not finish within the drain timeout."
    })
public abstract class StageCommand implements Callable<Integer> {

  private static final int NOT_DRAINED = 3;

  @ArgGroup(validate = false, heading = "%nListening:%n", order = 10)
  private final ListenOptions listen = new ListenOptions();

  @ArgGroup(validate = false, heading = "%nFiles:%n", order = 20)
  private final FileOptions files = new FileOptions();

  @ArgGroup(validate = false, heading = "%nConnections:%n", order = 30)
  private final ConnectionOptions connections = new ConnectionOptions();

  @ArgGroup(validate = false, heading = "%nSimulated work:%n", order = 40)
  private final HandlerOptions handlers = new HandlerOptions();

  @Option(
      names = "--drain-timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      order = 1,
      description =
          "How long requests may take to finish when the server stops. (${DEFAULT-VALUE})")
  private Duration drainTimeout = Duration.ofSeconds(30);

  @Option(
      names = "--config",
      paramLabel = "FILE",
      order = 2,
      description =
          "Properties file with options by their long names (port=8080); the command line wins.")
  @Nullable Path config;

  /** The stage as its options describe it. Called once, after they were parsed. */
  protected abstract Stage stage();

  /** How much it takes on; one client at a time unless a stage says otherwise. */
  protected CapacityOptions capacity() {
    return new CapacityOptions();
  }

  @Override
  public Integer call() throws InterruptedException {
    try (var stopSignal = new StopSignal()) {
      Site site = files.site();
      Stage stage = overridden(stage());
      Server server = bind(stage, handler(site));
      server.start();
      new Banner(stage, server.address(), describeCache(), files.describe(site), handlers)
          .print(System.out);
      stopSignal.await();
      return stop(server);
    }
  }

  private Integer stop(Server server) throws InterruptedException {
    int open = server.openConnections();
    System.out.println("stopping, " + open + " connection" + (open == 1 ? "" : "s") + " open");
    if (server.stop(drainTimeout)) {
      return 0;
    }
    System.err.println("not all requests finished within " + Texts.of(drainTimeout));
    return NOT_DRAINED;
  }

  private Handler handler(Site site) {
    return handlers.before(
        new FileHandler(site, files.cache(), InstantSource.system(), System::nanoTime));
  }

  private Stage overridden(Stage stage) {
    return new Stage(
        stage.name(),
        connections.dispatch == null ? stage.dispatch() : connections.dispatch,
        connections.keepAlive == null ? stage.keepAlive() : connections.keepAlive,
        stage.reactors(),
        stage.workers(),
        stage.executor());
  }

  private Server bind(Stage stage, Handler handler) {
    String where = listen.host + ":" + listen.port;
    try {
      return new Server(stage, serverConfig(), handler);
    } catch (BindException e) {
      throw new StartupException("cannot listen on " + where + ": " + e.getMessage(), e);
    } catch (UnsupportedOperationException e) {
      throw new StartupException("this platform cannot share a port between reactors", e);
    } catch (IOException e) {
      throw new StartupException("cannot listen on " + where + ": " + e, e);
    }
  }

  private ServerConfig serverConfig() throws UnknownHostException {
    if (listen.port < 0 || listen.port > 65_535) {
      throw new IllegalArgumentException("a port is 0 to 65535, not " + listen.port);
    }
    return new ServerConfig(
        new InetSocketAddress(InetAddress.getByName(listen.host), listen.port),
        listen.backlog,
        capacity().maxConnections,
        capacity().overload,
        connections.timeouts(),
        connections.limits());
  }

  private String describeCache() {
    return files.cacheSize.bytes() == 0
        ? "none, every request reads the disk"
        : files.cacheSize
            + ", files up to "
            + files.cacheMaxFile
            + ", checked after "
            + Texts.of(files.cacheRevalidate);
  }
}
