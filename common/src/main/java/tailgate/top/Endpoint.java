package tailgate.top;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * Where a server can be asked how it is doing.
 *
 * @param base the admin endpoint, with a slash at its end
 */
public record Endpoint(URI base) {

  /** Beside the server's usual port. */
  public static final int DEFAULT_PORT = 9010;

  private static final String DEFAULT_HOST = "127.0.0.1";
  private static final int LAST_PORT = 65_535;
  private static final String STATS = "stats";

  /**
   * As people write it: a URL, {@code host:port}, a host, or a port of this machine.
   *
   * @throws IllegalArgumentException if it is none of them; the message says why
   */
  public static Endpoint parse(String text) {
    try {
      URI uri = new URI(spelledOut(text));
      check(uri);
      return new Endpoint(new URI(uri.getScheme(), uri.getAuthority(), path(uri), null, null));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("it is no URL, host:port or port", e);
    }
  }

  /** Where its figures are. */
  URI stats() {
    return base.resolve(STATS);
  }

  private static String spelledOut(String text) {
    if (text.contains("://")) {
      return text;
    }
    if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return "http://" + DEFAULT_HOST + ":" + text;
    }
    int slash = text.indexOf('/');
    String authority = slash < 0 ? text : text.substring(0, slash);
    boolean hasPort = authority.lastIndexOf(':') > authority.lastIndexOf(']');
    String port = hasPort ? "" : ":" + DEFAULT_PORT;
    return "http://" + authority + port + text.substring(authority.length());
  }

  private static void check(URI uri) throws URISyntaxException {
    if (!uri.getScheme().equals("http") && !uri.getScheme().equals("https")) {
      throw new IllegalArgumentException("only http and https can be asked");
    }
    uri.parseServerAuthority(); // says what is wrong with host or port
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

  /** Of what {@link #STATS} is in, which may have been named itself. */
  private static String path(URI uri) {
    String path = uri.getPath();
    if (path.endsWith("/" + STATS)) {
      return path.substring(0, path.length() - STATS.length());
    }
    return path.endsWith("/") ? path : path + "/";
  }

  @Override
  public String toString() {
    return base.toString();
  }
}
