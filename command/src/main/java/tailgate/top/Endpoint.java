package tailgate.top;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Objects;

/**
 * The admin endpoint of a server. It is read with the JDK's old client, which loads in a third of
 * the time that the new one takes. Confined to one thread.
 *
 * @param base with a slash at its end
 */
record Endpoint(URI base) implements Viewer.Source {

  /** The admin port beside the server's usual port. */
  static final String DEFAULT = "9010";

  private static final int LAST_PORT = 65_535;
  private static final String STATS = "stats";

  private static final int CONNECT_MILLIS = 2_000;
  private static final int READ_MILLIS = 5_000;

  /** A server's figures are some 10 KiB. */
  private static final int MOST_BYTES = 1 << 20;

  /**
   * Reads a URL, {@code host:port}, a host, or a port of this machine.
   *
   * @throws IllegalArgumentException if it is none of them; the message says why
   */
  static Endpoint parse(String text) {
    try {
      URI uri = new URI(spelledOut(text)).parseServerAuthority();
      check(uri);
      String path = uri.getPath();
      if (path.endsWith("/" + STATS)) {
        path = path.substring(0, path.length() - STATS.length());
      }
      path += path.endsWith("/") ? "" : "/";
      return new Endpoint(new URI(uri.getScheme(), uri.getAuthority(), path, null, null));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("it is no URL, host:port or port", e);
    }
  }

  private static String spelledOut(String text) {
    if (text.contains("://")) {
      return text;
    }
    if (text.matches("[0-9]+")) {
      return "http://127.0.0.1:" + text;
    }
    int slash = text.indexOf('/');
    String authority = slash < 0 ? text : text.substring(0, slash);
    boolean hasPort = authority.lastIndexOf(':') > authority.lastIndexOf(']');
    String port = hasPort ? "" : ":" + DEFAULT;
    return "http://" + authority + port + text.substring(authority.length());
  }

  private static void check(URI uri) {
    if (!uri.getScheme().equals("http") && !uri.getScheme().equals("https")) {
      throw new IllegalArgumentException("only http and https can be asked");
    }
    if (uri.getHost() == null) {
      throw new IllegalArgumentException("it names no host");
    }
    if (uri.getPort() == 0 || uri.getPort() > LAST_PORT) {
      throw new IllegalArgumentException("a port is 1 to " + LAST_PORT);
    }
    if (uri.getUserInfo() != null || uri.getQuery() != null || uri.getFragment() != null) {
      throw new IllegalArgumentException("only host, port and path count");
    }
  }

  /** Returns where its figures are. */
  URI stats() {
    return base.resolve(STATS);
  }

  @Override
  public Sample read() throws IOException {
    HttpURLConnection connection;
    int status;
    byte[] answer = {};
    try {
      connection = (HttpURLConnection) stats().toURL().openConnection(Proxy.NO_PROXY);
      connection.setConnectTimeout(CONNECT_MILLIS);
      connection.setReadTimeout(READ_MILLIS);
      connection.setInstanceFollowRedirects(false);
      status = connection.getResponseCode();
      if (status == HttpURLConnection.HTTP_OK) {
        answer = content(connection);
      }
    } catch (UnknownHostException e) {
      throw new IOException("no answer from " + this + ": unknown host", e);
    } catch (IOException e) {
      String why = Objects.requireNonNullElse(e.getMessage(), e.toString());
      throw new IOException("no answer from " + this + ": " + why, e);
    }
    if (status != HttpURLConnection.HTTP_OK) {
      connection.disconnect();
      throw new IOException(
          stats() + " answers " + status + "; is that the admin port of a server?");
    }
    try {
      return Sample.parse(answer);
    } catch (IOException e) {
      throw new IOException(stats() + " is not what a Tailgate answers there", e);
    }
  }

  private static byte[] content(HttpURLConnection connection) throws IOException {
    try (InputStream in = connection.getInputStream()) {
      return in.readNBytes(MOST_BYTES); // what is cut off there is no JSON
    }
  }

  @Override
  public String toString() {
    return base.toString();
  }
}
