package tailgate.lab.jmeter;

import static tailgate.lab.load.Text.format;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address at which an injector listens. It uses two ports: that of its registry, and the next
 * one for its engine.
 *
 * @param host a name or an IPv4 address; JMeter accepts no port after an IPv6 address
 * @param port 1 to 65534
 */
public record InjectorAddress(String host, int port) {

  /** RMI registries listen on this port. */
  public static final int DEFAULT_PORT = 1099;

  private static final int HIGHEST_PORT = 65_534;

  private static final Pattern SYNTAX = Pattern.compile("([\\w.-]+)(?::(\\d{1,5}))?");

  /**
   * Reads {@code host} or {@code host:port}.
   *
   * @throws IllegalArgumentException if it is neither, in words for people
   */
  public static InjectorAddress parse(String text) {
    Matcher parts = SYNTAX.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("'%s' is not an ADDRESS or ADDRESS:PORT".formatted(text));
    }
    String port = parts.group(2);
    InjectorAddress address =
        new InjectorAddress(parts.group(1), port == null ? DEFAULT_PORT : Integer.parseInt(port));
    if (address.port < 1 || address.port > HIGHEST_PORT) {
      throw new IllegalArgumentException(
          format(
              "the port of '%s' must be between 1 and %d, because the next one is used too",
              text, HIGHEST_PORT));
    }
    return address;
  }

  public int enginePort() {
    return port + 1;
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
