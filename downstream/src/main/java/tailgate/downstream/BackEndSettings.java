package tailgate.downstream;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;

/**
 * How a handler calls its back end. These are system properties of the server's JVM, because a
 * handler has no command line.
 *
 * <table>
 *   <caption>All have the prefix {@code downstream.}</caption>
 *   <tr><td>{@code url}</td><td>what is asked: an HTTP URL, or one of JDBC</td></tr>
 *   <tr><td>{@code bound}</td><td>{@code none}, {@code park}, {@code spin} or {@code hikari}</td></tr>
 *   <tr><td>{@code slots}</td><td>calls at the same time, if they are bounded</td></tr>
 *   <tr><td>{@code wait}</td><td>milliseconds that a request waits for its call to begin</td></tr>
 *   <tr><td>{@code timeout}</td><td>milliseconds that a call may take</td></tr>
 *   <tr><td>{@code service}</td><td>milliseconds that a query takes in the database</td></tr>
 * </table>
 *
 * @param patience after it a request is answered with 503; at least 250 ms, the least that HikariCP
 *     has
 */
record BackEndSettings(
    String url,
    Bounding bounding,
    int slots,
    Duration patience,
    Duration timeout,
    Duration service) {

  /** What bounds the calls. */
  enum Bounding {
    /** Nothing bounds the calls. */
    NONE,
    /** A request waits as on any lock of the JDK. */
    PARK,
    /** A request waits in a loop that never yields. */
    SPIN,
    /** A pool of HikariCP bounds the connections to a database. */
    HIKARI
  }

  private static final String PREFIX = "downstream.";

  BackEndSettings {
    if (slots < 1) {
      throw new IllegalArgumentException("downstream.slots must be at least 1, not " + slots);
    }
  }

  static BackEndSettings ofThisJvm() {
    return new BackEndSettings(
        required("url"),
        Bounding.valueOf(System.getProperty(PREFIX + "bound", "park").toUpperCase(Locale.ROOT)),
        number("slots", 16),
        Duration.ofMillis(number("wait", 250)),
        Duration.ofMillis(number("timeout", 1_000)),
        Duration.ofMillis(number("service", 40)));
  }

  private static String required(String name) {
    String text = System.getProperty(PREFIX + name);
    if (text == null) {
      throw new IllegalArgumentException(
          "-D%s%s=... says what the handler asks".formatted(PREFIX, name));
    }
    return text;
  }

  private static int number(String name, int usual) {
    String text = System.getProperty(PREFIX + name);
    try {
      return text == null ? usual : Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("%s%s is no number: %s".formatted(PREFIX, name, text), e);
    }
  }

  /** Returns the address of an HTTP back end. */
  URI uri() {
    return URI.create(url);
  }

  /** Makes the bound of the handler's own calls; a pool of connections has a bound of its own. */
  Bound bound() {
    return switch (bounding) {
      case NONE, HIKARI -> Bound.NONE;
      case PARK -> new ParkingBound(slots, patience);
      case SPIN -> new SpinningBound(slots, patience, System::nanoTime);
    };
  }
}
