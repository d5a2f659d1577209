package tailgate.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The field that tells a client how long its own request waited and was worked on (W3C Server
 * Timing), in milliseconds:
 *
 * <pre>
 *   Server-Timing: queue;dur=0.123, service;dur=1.456
 * </pre>
 *
 * <p>Service is what it was when the head was written: the content is still to be sent then, and
 * with a slow client that is most of what {@link RequestTiming#serviceNanos} will be. Makes no
 * garbage. Confined to the owner of the connection.
 */
final class ServerTiming {

  /** Says nothing. */
  static final ServerTiming OFF = new ServerTiming();

  private static final byte[] QUEUE = ascii("Server-Timing: queue;dur=");
  private static final byte[] SERVICE = ascii(", service;dur=");
  private static final byte[] END = ascii("\r\n");
  private static final int NANOS_OF_MICRO = 1000;
  private static final int FRACTION_DIGITS = 3;
  private static final int MOST_DIGITS = 19 + 1;

  private static final int MOST = QUEUE.length + SERVICE.length + END.length + 2 * MOST_DIGITS;

  private final @Nullable RequestTiming timing;

  private ServerTiming() {
    this.timing = null;
  }

  ServerTiming(RequestTiming timing) {
    this.timing = timing;
  }

  /** The most bytes that {@link #put} puts. */
  int length() {
    return timing == null ? 0 : MOST;
  }

  /** Puts the field line of the request at hand. */
  void put(ByteBuffer out) {
    if (timing != null) {
      put(out, timing.queueWaitNanos(), timing.serviceSoFarNanos());
    }
  }

  static void put(ByteBuffer out, long queueNanos, long serviceNanos) {
    out.put(QUEUE);
    putMillis(out, queueNanos);
    out.put(SERVICE);
    putMillis(out, serviceNanos);
    out.put(END);
  }

  /** Digits from the last to the first, then the position after them. */
  private static void putMillis(ByteBuffer out, long nanos) {
    long micros = Math.max(0, nanos) / NANOS_OF_MICRO;
    int digits = FRACTION_DIGITS + 1;
    for (long more = micros / 10_000; more > 0; more /= 10) {
      digits++;
    }
    int end = out.position() + digits + 1;
    int point = end - FRACTION_DIGITS - 1;
    for (int at = end - 1; at >= out.position(); at--) {
      if (at == point) {
        out.put(at, (byte) '.');
      } else {
        out.put(at, (byte) ('0' + micros % 10));
        micros /= 10;
      }
    }
    out.position(end);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
