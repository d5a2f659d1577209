package tailgate.lab.hyperfoil;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import tailgate.lab.echo.EchoServer;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

/**
 * What a generator does before its first load that counts: it drives loads of each kind at an echo
 * in its own JVM, until its code is compiled. Without that it is late by milliseconds; at some
 * hundred requests a second that lasts for longer than most measurements, and the warm-up of the
 * server, which has the same rate, changes little of it.
 */
final class GeneratorWarmUp {

  private static final int USERS = 16;

  /** There are more users than requests can be waiting. */
  private static final int MOST_WAITING = 256;

  private static final int BODY_BYTES = 1_000;

  private static final double PER_SECOND = 5_000;
  private static final Duration EACH = Duration.ofSeconds(1);
  private static final long TIMEOUT_MILLIS = 5_000;

  private GeneratorWarmUp() {}

  /**
   * Warms up; takes about three seconds of one processor.
   *
   * @throws IOException if this machine has no loopback address
   */
  static void run() throws IOException {
    try (EchoServer echo = EchoServer.inThisJvm(BODY_BYTES)) {
      for (LoadSpec load : loads()) {
        new ScheduledLoad(load, "127.0.0.1", echo.port(), ServerStops.UNKNOWN).run(() -> {}, 0);
      }
    }
  }

  private static List<LoadSpec> loads() {
    return List.of(
        load(Model.CLOSED, true, USERS, 0),
        load(Model.CLOSED, false, USERS, 0),
        load(Model.OPEN, true, MOST_WAITING, PER_SECOND).with(Arrivals.poisson(1)));
  }

  private static LoadSpec load(Model model, boolean keepAlive, int users, double perSecond) {
    List<Segment> segments = List.of(Segment.of(Kind.STEADY, 1, perSecond, EACH));
    return new LoadSpec("/", keepAlive, users, model, segments, TIMEOUT_MILLIS, 1);
  }
}
