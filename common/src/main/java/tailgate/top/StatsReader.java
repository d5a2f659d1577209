package tailgate.top;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/**
 * Asks a server for its figures. Whatever goes wrong is an {@link IOException} whose message is for
 * people and one line.
 *
 * <p>By the JDK's old client, which loads in a third of the time that its new one takes. Confined
 * to one thread.
 */
final class StatsReader implements Viewer.Source {

  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration READ = Duration.ofSeconds(5);

  /** A server's figures are some 10 KiB. */
  private static final int MOST = 1 << 20;

  private final Endpoint endpoint;

  StatsReader(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  @Override
  public Sample read() throws IOException {
    try {
      return Json.sample(fetch());
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new IOException(endpoint.stats() + " is not what a Tailgate answers there", e);
    } catch (UnknownHostException e) {
      throw new IOException("no answer from " + endpoint + ": unknown host", e);
    }
  }

  private String fetch() throws IOException {
    var connection = (HttpURLConnection) endpoint.stats().toURL().openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout((int) CONNECT.toMillis());
    connection.setReadTimeout((int) READ.toMillis());
    connection.setInstanceFollowRedirects(false);
    int status = status(connection);
    if (status != HttpURLConnection.HTTP_OK) {
      connection.disconnect();
      throw new IOException(
          endpoint.stats() + " answers " + status + "; is that the admin port of a server?");
    }
    return content(connection);
  }

  private int status(HttpURLConnection connection) throws IOException {
    try {
      return connection.getResponseCode();
    } catch (UnknownHostException e) {
      throw e;
    } catch (IOException e) {
      throw noAnswer(e);
    }
  }

  private String content(HttpURLConnection connection) throws IOException {
    try (InputStream in = connection.getInputStream()) {
      byte[] bytes = in.readNBytes(MOST + 1);
      if (bytes.length > MOST) {
        throw new IllegalArgumentException("too much");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw noAnswer(e);
    }
  }

  private IOException noAnswer(IOException e) {
    String why = Objects.requireNonNullElse(e.getMessage(), e.toString());
    return new IOException("no answer from " + endpoint + ": " + why, e);
  }
}
