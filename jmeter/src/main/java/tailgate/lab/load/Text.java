package tailgate.lab.load;

import java.util.Locale;

/** Figures as text: the same on every machine, whatever language it speaks. */
public final class Text {

  private Text() {}

  /** As {@link String#format}, with English digits and separators. */
  public static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  /** Microseconds as milliseconds, with as many digits as say something. */
  public static String millis(double micros) {
    return format(micros < 100_000 ? "%.1f" : "%.0f", micros / 1e3);
  }
}
