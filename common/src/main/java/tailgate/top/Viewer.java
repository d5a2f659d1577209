package tailgate.top;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a server again and again, and shows what it sees.
 *
 * <pre>
 *   new --begin--> watching <--answer, no answer--> away
 *         |            |                             |
 *     no answer        +---- nobody looks, or -------+
 *         v                  interrupted: over
 *      refused
 * </pre>
 *
 * <p>A server that is not there when it begins is the user's mistake; one that goes away later is
 * waited for, as it may be started again.
 *
 * <p>Confined to one thread at a time.
 */
public final class Viewer {

  /** Where samples come from. */
  @FunctionalInterface
  interface Source {
    /**
     * The latest.
     *
     * @throws IOException if there is none; its message is for people
     */
    Sample read() throws IOException;
  }

  private final Source source;
  private final Duration interval;

  /** The latest there was; null before begin. */
  private @Nullable Sample latest;

  /** Whether the last look brought nothing. */
  private boolean away;

  /** Asks the endpoint that often. */
  public Viewer(Endpoint endpoint, Duration interval) {
    this(new StatsReader(endpoint), interval);
  }

  Viewer(Source source, Duration interval) {
    this.source = source;
    this.interval = interval;
  }

  /**
   * Takes the first look.
   *
   * @throws IOException if there is no answer, or not the right one; its message is for people
   */
  public void begin() throws IOException {
    latest = source.read();
  }

  /** Shows that look and no other. */
  public void showFirst(Display display) {
    display.show(null, begun());
  }

  /**
   * Takes one look more, and shows what has changed in between.
   *
   * @throws IOException as for the first
   */
  public void showSecond(Display display) throws IOException, InterruptedException {
    Sample before = begun();
    Thread.sleep(interval);
    latest = source.read();
    display.show(before, latest);
  }

  /** Goes on until nobody looks at the display any more. */
  public void watch(Display display) throws InterruptedException {
    boolean seen = display.show(null, begun());
    while (seen) {
      Thread.sleep(interval);
      seen = look(display);
    }
  }

  private boolean look(Display display) {
    Sample before = begun();
    try {
      latest = source.read();
    } catch (IOException e) {
      if (!away) { // to be told once is enough
        display.away(e.getMessage() + "; trying again");
      }
      away = true;
      return true;
    }
    away = false;
    return display.show(before, latest);
  }

  private Sample begun() {
    Sample begun = latest;
    if (begun == null) {
      throw new IllegalStateException("not begun");
    }
    return begun;
  }
}
