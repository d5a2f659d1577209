package tailgate.lab.url;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.echo.EchoServer;
import tailgate.lab.hyperfoil.UrlLoad;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Origin;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

/**
 * What the generator can do here: it drives short loads at an echo in its own JVM, which also
 * compiles its code. Without that its first requests would be late by milliseconds.
 */
public final class OwnLimit {

  private static final int USERS = 64;
  private static final int BODY_BYTES = 1_000;
  private static final Duration COMPILING = Duration.ofMillis(1_500);
  private static final Duration COUNTED = Duration.ofSeconds(1);
  private static final long TIMEOUT_MILLIS = 5_000;
  private static final int MOST_THREADS = 8;

  private OwnLimit() {}

  /**
   * Returns how many threads send a load, unless the user says otherwise: one for two processors.
   */
  public static int threads() {
    return Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, MOST_THREADS);
  }

  /**
   * Measures it; takes some four seconds.
   *
   * @param load that will be driven
   * @return the rate of small requests, per second, over plain HTTP
   */
  public static double measure(LoadSpec load)
      throws IOException, LabException, InterruptedException {
    try (EchoServer echo = EchoServer.inThisJvm(BODY_BYTES)) {
      List<Segment> closed =
          List.of(
              Segment.of(Kind.WARM_UP, 1, 0, COMPILING), Segment.of(Kind.STEADY, 1, 0, COUNTED));
      double limit = drive(load, Model.CLOSED, closed, echo) * 1e3 / COUNTED.toMillis();
      if (load.model() == Model.OPEN) {
        double half = Math.min(load.mostPerSecond(), limit / 2);
        drive(load, Model.OPEN, List.of(Segment.of(Kind.STEADY, 1, half, COUNTED)), echo);
      }
      return limit;
    }
  }

  private static long drive(LoadSpec load, Model model, List<Segment> segments, EchoServer echo)
      throws LabException, InterruptedException {
    LoadSpec spec =
        new LoadSpec("/", load.keepAlive(), USERS, model, segments, TIMEOUT_MILLIS, load.threads());
    UrlLoad driven = new UrlLoad(spec, new Origin("127.0.0.1", echo.port()));
    boolean isOver;
    do {
      isOver = driven.await(COUNTED);
    } while (!isOver);
    return driven.figures().result().answeredInTime();
  }
}
