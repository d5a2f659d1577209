package tailgate.soak;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long and how often the soak tests do what they do.
 *
 * @param load how long a server is under attack: {@code -Dsoak.minutes}, 3, or {@code
 *     -Dsoak.seconds}
 * @param stops how often it is stopped under load, for each think time: {@code -Dsoak.stops}, 50
 * @param restarts how often it is restarted under load: {@code -Dsoak.restarts}, 20
 * @param rate requests a second while it is restarted: {@code -Dsoak.rate}, 1000
 * @param pause milliseconds between two restarts: {@code -Dsoak.pause}, 500
 * @param jar the jar of the stage, to attack another build: {@code -Dsoak.jar}; by default null,
 *     which means the classes on the class path
 */
public record SoakSettings(
    Duration load, int stops, int restarts, int rate, int pause, @Nullable String jar) {

  private static final int MINUTES = 3;
  private static final int STOPS = 50;
  private static final int RESTARTS = 20;
  private static final int RATE = 1000;
  private static final int PAUSE = 500;

  /** From the system properties. */
  public static SoakSettings read() {
    int minutes = Integer.getInteger("soak.minutes", MINUTES);
    int seconds =
        Integer.getInteger(
            "soak.seconds", Math.toIntExact(Duration.ofMinutes(minutes).toSeconds()));
    int stops = Integer.getInteger("soak.stops", STOPS);
    int restarts = Integer.getInteger("soak.restarts", RESTARTS);
    int rate = Integer.getInteger("soak.rate", RATE);
    int pause = Integer.getInteger("soak.pause", PAUSE);
    return new SoakSettings(
        Duration.ofSeconds(seconds), stops, restarts, rate, pause, System.getProperty("soak.jar"));
  }
}
