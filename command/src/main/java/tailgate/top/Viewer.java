package tailgate.top;

import java.io.IOException;
import java.time.Duration;

/**
 * Samples a server and shows the samples. A server that is missing at the first sample is the
 * user's mistake. If it goes away later, the viewer waits for it: it may be started again.
 *
 * @param interval between two samples
 */
record Viewer(Source source, Duration interval, Display display) {

  /** Where samples come from. */
  @FunctionalInterface
  interface Source {
    /**
     * Takes a sample.
     *
     * @throws IOException if there is no answer, or not the right one; its message is for people
     */
    Sample read() throws IOException;
  }

  /** Shows one sample; with rates, which takes one interval, or without. */
  void once(boolean rates) throws IOException, InterruptedException {
    Sample before = null;
    if (rates) {
      before = source.read();
      Thread.sleep(interval);
    }
    display.show(new Change(before, source.read()));
  }

  /** Goes on until nobody can see the display any more. */
  void watch() throws IOException, InterruptedException {
    Sample latest = source.read();
    boolean away = false;
    for (boolean seen = display.show(new Change(null, latest)); seen; ) {
      Thread.sleep(interval);
      Sample before = latest;
      try {
        latest = source.read();
        away = false;
        seen = display.show(new Change(before, latest));
      } catch (IOException e) {
        if (!away) {
          display.unavailable(e.getMessage() + "; trying again");
        }
        away = true;
      }
    }
  }
}
