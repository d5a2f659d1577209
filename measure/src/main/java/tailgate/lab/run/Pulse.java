package tailgate.lab.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import tailgate.lab.machine.ProcessStat;
import tailgate.lab.monitor.StatsGauge;
import tailgate.lab.monitor.WatchedServer;

/** Reads how much a server has done since its start. */
@FunctionalInterface
interface Pulse {

  /**
   * A reading of what a server has done.
   *
   * @param nanos of {@link System#nanoTime}
   * @param requests answered
   * @param cpuTicks of 10 ms, as {@code /proc} has them
   */
  record Reading(long nanos, long requests, long cpuTicks) {}

  /**
   * Reads what the server has done until now.
   *
   * @throws IOException if the server does not answer
   */
  Reading read() throws IOException;

  /** Asks the kernel for a stage's processor time, and the stage for its requests. */
  record OfStage(WatchedServer server, URI stats) implements Pulse {

    private static final int TIMEOUT_MILLIS = 3_000;

    @Override
    public Reading read() throws IOException {
      long requests = ask(stats).at("/requests/total").asLong();
      List<String> lines = server.stat().lines(server.pid() + "/stat");
      if (lines.isEmpty()) {
        throw new IOException("the server has ended");
      }
      long ticks = Math.round(ProcessStat.of(lines.get(0)).ticks());
      return new Reading(System.nanoTime(), requests, ticks);
    }

    /** Asks a stage, and returns its whole answer. */
    static JsonNode ask(URI stats) throws IOException {
      return new StatsGauge(stats, TIMEOUT_MILLIS).ask();
    }
  }
}
