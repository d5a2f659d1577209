package tailgate.soak;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long and how often the soak tests do what they do.
 *
 * @param load how long a server is under attack: {@code -Dsoak.minutes}, 3, or {@code
 *     -Dsoak.seconds}
 * @param stops how often it is stopped under load, for each think time: {@code -Dsoak.stops}, 50
 * @param jar the jar of the stage, to attack another build: {@code -Dsoak.jar}; by default null,
 *     which means the classes on the class path
 */
public record SoakSettings(Duration load, int stops, @Nullable String jar) {

  private static final int MINUTES = 3;
  private static final int STOPS = 50;

  /** From the system properties. */
  public static SoakSettings read() {
    int minutes = Integer.getInteger("soak.minutes", MINUTES);
    int seconds =
        Integer.getInteger(
            "soak.seconds", Math.toIntExact(Duration.ofMinutes(minutes).toSeconds()));
    int stops = Integer.getInteger("soak.stops", STOPS);
    return new SoakSettings(Duration.ofSeconds(seconds), stops, System.getProperty("soak.jar"));
  }
}
