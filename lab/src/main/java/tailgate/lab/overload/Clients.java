package tailgate.lab.overload;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Retries;

/** What clients do that were refused, or that gave up. */
public enum Clients {
  LEAVE(null),

  /** A retry storm: twice more, at once. */
  RETRY(new Retries(2, 0)),

  /** Twice more, after 100 and after 200 ms. */
  BACK_OFF(new Retries(2, 100)),

  /** Every second client asks twice more, at once; the others leave. */
  HALF_RETRY(new Retries(2, 0, 0.5));

  @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
  private final @Nullable Retries retries;

  Clients(@Nullable Retries retries) {
    this.retries = retries;
  }

  /** Null if they leave. */
  @Nullable Retries retries() {
    return retries;
  }

  /** How often they ask at most, in the mean of all. */
  double tries() {
    return retries == null ? 1 : 1 + retries.most() * retries.share();
  }

  /** Whether some ask again and others leave. */
  boolean areMixed() {
    return retries != null && retries.share() < 1;
  }

  /**
   * For how long a client can have a request.
   *
   * @param patience with each try
   */
  Duration longest(Duration patience) {
    return retries == null
        ? patience
        : Duration.ofMillis(retries.longestMillis(patience.toMillis()));
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All, as on the command line. */
  public static List<String> names() {
    return Arrays.stream(values()).map(Clients::toString).toList();
  }
}
