package tailgate.lab.run;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.machine.Placement;
import tailgate.lab.machine.Ports;
import tailgate.lab.project.Project;

/**
 * Prepares back ends, which their caller starts.
 *
 * @param jdbc of a database that is there; empty if one is started
 */
public record BackEnds(StageRun stages, Optional<String> jdbc) {

  /** The queue is so long that a handler is never refused. */
  private static final String LONGEST_QUEUE = "1048576";

  /** PostgreSQL counts with a delay. */
  private static final Duration DATABASE_DELAY = Duration.ofMillis(1_500);

  /**
   * Returns an HTTP server with a pool of threads whose handler waits. It handles {@code slots}
   * calls at the same time; all others wait in its queue.
   */
  public BackEndProcess http(int slots, Duration service) throws IOException {
    int port = Ports.free();
    int admin = Ports.otherThan(port);
    Project project = stages.project();
    List<String> command =
        List.of(
            stages.java(),
            Placement.FIRST_COMPILER_ALONE,
            "-jar",
            project.jarOf("threadpool").toString(),
            "--port",
            Integer.toString(port),
            "--admin-port",
            Integer.toString(admin),
            "--root",
            project.site().toString(),
            "--dispatch",
            "request",
            "--workers",
            Integer.toString(slots),
            "--queue",
            LONGEST_QUEUE,
            "--simulate-io",
            service.toMillis() + "ms");
    String url = format("http://%s:%d%s", Ports.HOST, port, Project.DATA);
    return process(command, port, Project.DATA, admin, Duration.ZERO, url);
  }

  /** Returns a PostgreSQL that lets the handlers have so many connections. */
  public BackEndProcess postgres(int slots, Duration service) throws IOException, LabException {
    int port = Ports.free();
    int sqlPort = Ports.otherThan(port);
    List<String> command =
        new ArrayList<>(
            List.of(
                stages.java(),
                Placement.FIRST_COMPILER_ALONE,
                "-cp",
                stages.project().downstreamJar().toString(),
                "tailgate.downstream.Database",
                Integer.toString(port),
                Integer.toString(slots),
                Long.toString(service.toMillis())));
    if (jdbc.isPresent()) {
      command.addAll(List.of("jdbc", jdbc.get()));
    } else {
      Path binaries = stages.project().postgres().orElseThrow(() -> new LabException(NO_POSTGRES));
      command.addAll(List.of("binaries", binaries.toString(), Integer.toString(sqlPort)));
    }
    String url = jdbc.orElse(format("jdbc:postgresql://%s:%d/app?user=app", Ports.HOST, sqlPort));
    return process(command, port, "/query", port, DATABASE_DELAY, url);
  }

  /** The message if PostgreSQL cannot be started. */
  public static final String NO_POSTGRES =
      "there is no PostgreSQL in downstream/target/postgres; ./tailgate compare downstream fetches"
          + " it from Maven Central, or --jdbc names a database that is there";

  private BackEndProcess process(
      List<String> command, int port, String path, int statsPort, Duration delay, String url) {
    URI stats = URI.create(format("http://%s:%d/stats", Ports.HOST, statsPort));
    return new BackEndProcess(
        command, port, path, stats, delay, url, stages.isolation().placement());
  }
}
