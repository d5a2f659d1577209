package tailgate.lab.compare;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Looks whether the headers of an arm change its answers: if not, its figures say nothing of them.
 */
final class HeaderEffect {

  /** A server that is slower is measured without a remark. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private HeaderEffect() {}

  /**
   * Asks once with these headers, and once without them.
   *
   * @return a remark for the console if both answers have the same bytes; empty without headers, if
   *     the server is slow, or if the JDK's client lets nobody set one of them
   */
  static Optional<String> objection(URI resource, Map<String, String> headers)
      throws IOException, InterruptedException {
    if (headers.isEmpty()) {
      return Optional.empty();
    }
    HttpRequest.Builder request =
        HttpRequest.newBuilder(resource).version(Version.HTTP_1_1).timeout(PATIENCE);
    try (HttpClient client = HttpClient.newHttpClient()) {
      byte[] without = client.send(request.build(), BodyHandlers.ofByteArray()).body();
      headers.forEach(request::header);
      byte[] with = client.send(request.build(), BodyHandlers.ofByteArray()).body();
      return Arrays.equals(without, with)
          ? Optional.of(format("(its headers change nothing: %,d bytes either way) ", with.length))
          : Optional.empty();
    } catch (HttpTimeoutException | IllegalArgumentException e) { // Host, for example
      return Optional.empty();
    }
  }
}
