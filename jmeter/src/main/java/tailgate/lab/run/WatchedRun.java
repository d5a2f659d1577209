package tailgate.lab.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import tailgate.lab.LabException;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.ServerView;
import tailgate.lab.process.Children;
import tailgate.lab.watch.ServerMonitor;

/** One stage under one load, whatever drives it, watched meanwhile. */
public record WatchedRun(StageRun stages) {

  /** A name in the folder of a run. */
  static final String SEEN = "server.json";

  /**
   * Starts the stage, drives the load, stops the stage. What was seen of it is in {@code raw}, also
   * if the load was broken off.
   *
   * @param path what the stage must answer with 200 before the load begins
   * @param raw a folder for everything
   */
  public <L> void measure(
      StageRun.Server server,
      String path,
      LoadEngine<L> engine,
      L load,
      Path raw,
      Children children,
      PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    stages.measure(
        server,
        path,
        ready -> {
          try (ServerMonitor watch = ServerMonitor.over(ready.pid(), ready.stats())) {
            try {
              engine.run(children, ready.port(), load, raw);
            } finally {
              JsonFiles.write(raw.resolve(SEEN), watch.seen());
            }
          }
        },
        raw,
        children,
        progress);
  }

  /** What was seen in a run; nothing if it ended before its load began. */
  public static ServerView seen(Path raw) throws IOException {
    Path file = raw.resolve(SEEN);
    return Files.exists(file) ? JsonFiles.read(file, ServerView.class) : ServerView.NOTHING;
  }
}
