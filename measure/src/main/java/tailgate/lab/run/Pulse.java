package tailgate.lab.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;
import tailgate.lab.load.JsonFiles;
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

    /** Indices of fields of {@code stat} after the name in parentheses; proc_pid_stat(5). */
    private static final int UTIME = 11;

    private static final int STIME = 12;

    @Override
    public Reading read() throws IOException {
      long requests = ask(stats).at("/requests/total").asLong();
      List<String> lines = server.stat().lines(server.pid() + "/stat");
      if (lines.isEmpty()) {
        throw new IOException("the server has ended");
      }
      String line = lines.get(0);
      List<String> fields = List.of(line.substring(line.lastIndexOf(')') + 2).split(" "));
      long ticks = Long.parseLong(fields.get(UTIME)) + Long.parseLong(fields.get(STIME));
      return new Reading(System.nanoTime(), requests, ticks);
    }

    /** Returns how many connections a stage has. */
    static long open(URI stats) throws IOException {
      return ask(stats).at("/connections/open").asLong();
    }

    /** Asks a stage, and returns its whole answer. */
    static JsonNode ask(URI stats) throws IOException {
      HttpURLConnection request = (HttpURLConnection) stats.toURL().openConnection();
      request.setConnectTimeout(TIMEOUT_MILLIS);
      request.setReadTimeout(TIMEOUT_MILLIS);
      try (InputStream body = request.getInputStream()) {
        return JsonFiles.parse(body.readAllBytes());
      }
    }
  }
}
