package tailgate.lab.url;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import tailgate.lab.hyperfoil.LiveView;
import tailgate.lab.load.Text;

/** The line that is shown while a load runs. */
public final class LiveLine {

  private LiveLine() {}

  /**
   * Returns the line, without what does not fit.
   *
   * @param elapsed of the load, which takes {@code all}
   * @param columns of the terminal
   */
  public static String of(LiveView view, Duration elapsed, Duration all, int columns) {
    long failed = view.counts().failed() + view.counts().refused();
    StringBuilder line = new StringBuilder();
    line.append(format("%d/%d s", elapsed.toSeconds(), all.toSeconds()));
    String[] parts = {
      format("%,.0f/s", view.perSecond()),
      format("P99 %s ms", Text.fineMillis(view.p99Micros())),
      format("%,d failed", failed),
      format("P50 %s ms", Text.fineMillis(view.p50Micros())),
      format("%,d waiting", view.counts().inFlight()),
      format("generator %s ms late", Text.fineMillis(view.health().lagP99Micros()))
    };
    for (String part : parts) {
      if (line.length() + 2 + part.length() < columns) {
        line.append("  ").append(part);
      }
    }
    return line.toString();
  }
}
