package tailgate.lab.candidate;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.RequestSpec;

/**
 * Requests that follow one another on a connection.
 *
 * @param first answer
 * @param alone the median time of one request
 * @param closedAfter after how many the server closed the connection; null if it did not
 */
record Series(Answer first, Duration alone, @Nullable Integer closedAfter) {

  /** The usual limits are 100 (Tomcat) and 1,000 (nginx). */
  private static final int MOST = 1_100;

  private static final long MOST_NANOS = Duration.ofSeconds(1).toNanos();

  /** Sends requests for a second, but not more than are needed to find a usual limit. */
  static Series at(Client client, RequestSpec request) throws IOException {
    List<Long> nanos = new ArrayList<>();
    long begun = System.nanoTime();
    Answer first = timed(client, request, nanos);
    boolean open = first.keeps();
    while (open && nanos.size() < MOST && System.nanoTime() - begun < MOST_NANOS) {
      try {
        open = timed(client, request, nanos).keeps();
      } catch (IOException e) {
        open = false; // closed without a word
      }
    }
    Integer closedAfter = open ? null : Integer.valueOf(nanos.size());
    nanos.sort(null);
    return new Series(first, Duration.ofNanos(nanos.get(nanos.size() / 2)), closedAfter);
  }

  private static Answer timed(Client client, RequestSpec request, List<Long> nanos)
      throws IOException {
    long before = System.nanoTime();
    Answer answer = client.ask(request, true);
    nanos.add(System.nanoTime() - before);
    return answer;
  }
}
