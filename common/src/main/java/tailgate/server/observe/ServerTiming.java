package tailgate.server.observe;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Writes the field that tells a client how long its own request waited and was worked on (W3C
 * Server Timing), in milliseconds, and when it arrived by the monotonic clock, which a client on
 * the same machine has too. A slow request may also have the part of its service time in which its
 * thread had no processor. Makes no garbage.
 *
 * <pre>
 *   Server-Timing: queue;dur=0.123, service;dur=1.456, arrived;desc=81234.567, run-queue;dur=0.789
 * </pre>
 */
final class ServerTiming {

  private static final byte[] QUEUE = ascii("Server-Timing: queue;dur=");
  private static final byte[] SERVICE = ascii(", service;dur=");
  private static final byte[] ARRIVED = ascii(", arrived;desc=");
  private static final byte[] RUN_QUEUE = ascii(", run-queue;dur=");
  private static final byte[] END = ascii("\r\n");
  private static final int NANOS_OF_MICRO = 1000;
  private static final int FRACTION_DIGITS = 3;
  private static final int MAX_DIGITS = 19 + 1;

  /** The most bytes that {@link #put} writes. */
  static final int MAX_LENGTH =
      QUEUE.length
          + SERVICE.length
          + ARRIVED.length
          + RUN_QUEUE.length
          + END.length
          + 4 * MAX_DIGITS;

  private ServerTiming() {}

  /** Writes the field line; negative times count as 0, or without runQueueNanos. */
  static void put(
      ByteBuffer out, long queueNanos, long serviceNanos, long arrivedNanos, long runQueueNanos) {
    out.put(QUEUE);
    putMillis(out, queueNanos);
    out.put(SERVICE);
    putMillis(out, serviceNanos);
    out.put(ARRIVED);
    putMillis(out, arrivedNanos);
    if (runQueueNanos >= 0) {
      out.put(RUN_QUEUE);
      putMillis(out, runQueueNanos);
    }
    out.put(END);
  }

  /** Writes the digits from the last to the first, then sets the position after them. */
  private static void putMillis(ByteBuffer out, long nanos) {
    long micros = Math.max(0, nanos) / NANOS_OF_MICRO;
    int digits = FRACTION_DIGITS + 1;
    for (long rest = micros / 10_000; rest > 0; rest /= 10) {
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
