package tailgate.downstream;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;

/**
 * Asks an HTTP server with the blocking client of the JDK, which reads the socket in the thread
 * that handles the request. Set up by {@link BackEndSettings}.
 */
public final class UrlConnection implements Handler {

  /** The JDK keeps five idle connections for each host, and opens new ones beyond that. */
  private static final String KEPT = "http.maxConnections";

  private static final String MANY = "4096";

  private final URL url;
  private final int timeoutMillis;
  private final Calls calls;

  /**
   * Creates the handler; called by the server that loads it.
   *
   * @throws IllegalArgumentException if it is not set up
   */
  public UrlConnection() {
    this(BackEndSettings.ofThisJvm());
  }

  UrlConnection(BackEndSettings settings) {
    if (System.getProperty(KEPT) == null) {
      System.setProperty(KEPT, MANY); // read at the first use of the client
    }
    try {
      url = settings.uri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("downstream.url: " + e.getMessage(), e);
    }
    timeoutMillis = (int) settings.timeout().toMillis();
    calls = new Calls(settings.bound());
  }

  @Override
  public Response handle(Request request) throws InterruptedException {
    return answer();
  }

  /** Answers every request in the same way. */
  Response answer() throws InterruptedException {
    return calls.answer(this::ask);
  }

  private String ask() throws IOException {
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    connection.setConnectTimeout(timeoutMillis);
    connection.setReadTimeout(timeoutMillis);
    try (InputStream body = connection.getInputStream()) {
      // To its end, else the connection would not be kept.
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
