package tailgate.http;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;

/**
 * The current time as text, formatted once per second instead of once per request.
 *
 * <p>Thread-safe without a lock: the text and its second are one immutable object. Threads that see
 * a new second at the same time each write an equal object.
 */
public class PerSecondText {

  static final class Text {

    final long second;
    final byte[] bytes;

    Text(long second, byte[] bytes) {
      this.second = second;
      this.bytes = bytes;
    }
  }

  private final InstantSource clock;
  private final Function<Instant, String> format;

  /** Volatile: any thread may replace it with the text of a new second. */
  private volatile Text text;

  /**
   * A text that follows {@code clock}.
   *
   * @param format makes the text of a whole second; must answer ASCII
   */
  public PerSecondText(InstantSource clock, Function<Instant, String> format) {
    this.clock = clock;
    this.format = format;
    this.text = textAt(clock.millis() / 1000);
  }

  /** The text of the current second. The caller must not change the array. */
  public final byte[] now() {
    return current().bytes;
  }

  /** Returns the text of the current second, with that second. */
  final Text current() {
    long second = clock.millis() / 1000;
    Text current = text;
    if (current.second != second) {
      current = textAt(second);
      text = current;
    }
    return current;
  }

  private Text textAt(long second) {
    String formatted = format.apply(Instant.ofEpochSecond(second));
    return new Text(second, formatted.getBytes(StandardCharsets.US_ASCII));
  }
}
