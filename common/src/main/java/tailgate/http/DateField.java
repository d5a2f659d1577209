package tailgate.http;

import java.time.InstantSource;

/** The Date field line with its CRLF (RFC 9110 §6.6.1). Thread-safe. */
public final class DateField extends PerSecondText {

  /** Creates a field that has the dates of {@code clock}. */
  public DateField(InstantSource clock) {
    super(clock, instant -> "Date: " + HttpDate.format(instant) + "\r\n");
  }
}
