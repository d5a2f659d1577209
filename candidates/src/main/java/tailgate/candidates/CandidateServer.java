package tailgate.candidates;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tailgate.cli.OwnHandlerOptions;
import tailgate.cli.SimulationOptions;
import tailgate.cli.StageLauncher;
import tailgate.http.Handler;

/**
 * Runs one of the servers until a signal ends the process. A class is loaded only if its server is
 * asked for, because the class path has the libraries of one server.
 */
@Command(
    name = "candidate",
    description = "Serves files, or a handler, with a server from elsewhere, on 127.0.0.1.",
    sortOptions = false)
public final class CandidateServer implements Callable<Integer> {

  static final String HOST = "127.0.0.1";

  @Parameters(paramLabel = "NAME", description = "The name of the server, as in README.md.")
  private String name = "";

  @Option(names = "--port", paramLabel = "PORT", required = true, description = "Its port.")
  private int port;

  @Option(names = "--root", paramLabel = "DIR", required = true, description = "Folder to serve.")
  private Path root = Path.of("");

  @Option(names = "--admin-port", paramLabel = "PORT", description = "Port of /stats. (none)")
  private @Nullable Integer adminPort;

  @Option(names = "--server-timing", description = "Say in each answer how long it was served.")
  private boolean serverTiming;

  @Mixin private OwnHandlerOptions ownHandler = new OwnHandlerOptions();

  @Mixin private SimulationOptions simulation = new SimulationOptions();

  /** Starts the server that the arguments name. */
  public static void main(String[] args) {
    StageLauncher.main(new CandidateServer(), args);
  }

  @Override
  public Integer call() throws Exception {
    Handler handler = ownHandler.given() ? ownHandler.load() : null;
    StageWork work = new StageWork(root, handler, simulation::before, serverTiming);
    start(work);
    if (adminPort != null) {
      // Last: JdkServer sets options that the first server of this class reads.
      ManagedPool.publish(adminPort, work::requests);
    }
    System.out.println(name + " listens on http://" + HOST + ":" + port + "/");
    Thread.currentThread().join(); // the threads of some servers are daemons
    return 0;
  }

  private void start(StageWork work) throws Exception {
    boolean virtual = name.endsWith("-virtual");
    switch (name) {
      case "jdk", "jdk-virtual" -> JdkServer.start(port, work, virtual);
      case "tomcat", "tomcat-virtual" -> TomcatServer.start(port, work, virtual);
      case "jetty", "jetty-virtual" -> JettyServer.start(port, work, virtual);
      case "undertow", "undertow-virtual" -> UndertowServer.start(port, work, virtual);
      case "netty" -> NettyServer.start(port, work);
      case "helidon" -> HelidonServer.start(port, work);
      case "vertx" -> VertxServer.start(port, work);
      case "spring-tomcat", "spring-tomcat-virtual" -> SpringServer.start(port, work, virtual);
      case "spring-jetty", "spring-jetty-virtual" -> SpringOnJetty.start(port, work, virtual);
      default -> throw new IllegalArgumentException("no server '%s'".formatted(name));
    }
  }
}
