package tailgate.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The gauges there are for a server. A stage's own statistics plug in here. */
final class Gauges {

  private static final Path PROC = Path.of("/proc");

  private Gauges() {}

  static List<Gauge> of(StageRun.Ready server) throws IOException {
    List<Gauge> gauges = new ArrayList<>();
    if (Files.exists(PROC.resolve(Long.toString(server.pid())).resolve("stat"))) {
      gauges.add(new ProcGauge(PROC, server.pid(), System::nanoTime));
    }
    return gauges;
  }
}
