package tailgate.lab.load;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many requests failed from which cause: a status that is a failure, such as {@code 503}, or
 * one of the constants. Immutable.
 *
 * @param byCause the most frequent one first
 */
public record Failures(@JsonValue Map<String, Long> byCause) {

  /** There was no answer until the time-out, or until the load was over. */
  public static final String NO_ANSWER = "no answer in time";

  /** The connection was closed before the answer was complete. */
  public static final String CLOSED = "connection closed";

  /** Begins the cause of a connection that ended with an exception. */
  public static final String BROKEN = "connection broken";

  public static final String NO_CONNECTION = "could not connect";

  /** The load was over before the generator had sent it. */
  public static final String NOT_SENT = "not sent";

  /** All users had a request until its client gave up. */
  public static final String NO_USER = "no free connection";

  public static final Failures NONE = new Failures(Map.of());

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public Failures {
    Map<String, Long> sorted = new LinkedHashMap<>();
    byCause.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(cause -> sorted.put(cause.getKey(), cause.getValue()));
    byCause = Collections.unmodifiableMap(sorted);
  }

  /**
   * Returns the cause of a request whose connection ended with an exception, such as {@code
   * connection broken (SocketException: Connection reset)}. Only exceptions of input and output
   * have their words in it, because there are few of these.
   */
  public static String broken(Throwable exception) {
    Throwable root = exception;
    for (Throwable cause = root.getCause(); cause != null; cause = cause.getCause()) {
      root = cause;
    }
    String words = root instanceof IOException ? ": " + root.getMessage() : "";
    words = words.replaceFirst("\\w+\\(\\.\\.\\) failed with error\\(-?\\d+\\): ", ""); // of epoll
    return "%s (%s%s)".formatted(BROKEN, root.getClass().getSimpleName(), words);
  }

  /** Returns the sum of both counts for each cause. */
  public Failures and(Failures added) {
    Map<String, Long> sum = new LinkedHashMap<>(byCause);
    added.byCause.forEach((cause, count) -> sum.merge(cause, count, Long::sum));
    return new Failures(sum);
  }
}
