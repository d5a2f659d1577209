package tailgate.lab.downstream;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The back end that the handlers call. */
public enum BackEnd {
  /** Another server: a pool with as many workers as slots, whose handler waits. */
  HTTP,
  /** PostgreSQL, with as many connections as slots and a query that waits. */
  POSTGRES;

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** All, as on the command line. */
  public static List<String> names() {
    return Arrays.stream(values()).map(BackEnd::toString).toList();
  }
}
