package tailgate.http;

import java.nio.ByteBuffer;
import java.time.InstantSource;

/** The Date field line (RFC 9110 §6.6.1). Thread-safe. */
public final class DateField extends PerSecondText {

  /** Dates by {@code clock}. */
  public DateField(InstantSource clock) {
    super(clock, instant -> "Date: " + HttpDate.format(instant) + "\r\n");
  }

  /** Puts {@code Date: …} and its CRLF. */
  void put(ByteBuffer out) {
    out.put(now());
  }
}
