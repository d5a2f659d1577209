package tailgate.lab.candidate;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.RequestSpec;

/**
 * What a server does with a request, and with connections.
 *
 * @param answer to the first request
 * @param closes whether it closed a connection as it was asked to; true if nobody asked
 * @param series on a connection that is kept; null if none is
 * @param crowd null if no connections are kept
 */
public record Examination(
    Answer answer, boolean closes, @Nullable Series series, @Nullable Crowd crowd) {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration FOR_CROWD = Duration.ofMinutes(1);

  /**
   * Examines a server of this machine.
   *
   * @param kept whether connections are used again; both if both are measured
   * @param connections that are kept at most
   * @throws IOException if the server does not answer as HTTP has it
   */
  public static Examination of(int port, RequestSpec request, Set<Boolean> kept, int connections)
      throws IOException, InterruptedException {
    Answer answer;
    boolean closes;
    try (Client client = Client.open(port, PATIENCE)) {
      answer = client.ask(request, false);
      closes = !kept.contains(false) || client.isClosedByServer(SOON);
    }
    if (!kept.contains(true)) {
      return new Examination(answer, closes, null, null);
    }
    Series series;
    try (Client client = Client.open(port, PATIENCE)) {
      series = Series.at(client, request);
    }
    Crowd crowd =
        series.first().keeps()
            ? new CrowdCheck(port, request, series.alone(), FOR_CROWD).of(connections)
            : null;
    return new Examination(series.first(), closes, series, crowd);
  }

  /** Whether the server answered on all connections that were tried. */
  public boolean tookAll() {
    return crowd == null || crowd.obstacle() == null;
  }

  /** Returns how long a request takes that follows another one; 0 if that was not seen. */
  double aloneMillis() {
    return series == null ? 0 : series.alone().toNanos() / 1e6;
  }

  @Override
  public String toString() {
    return answer + (series == null ? "" : format(", %.1f ms", aloneMillis()));
  }
}
