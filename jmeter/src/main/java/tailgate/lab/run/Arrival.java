package tailgate.lab.run;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;

/**
 * What clients cost a server when they come: those that read slowly ask for more than they take,
 * and the server first fills the buffers of all their sockets. That is work for a processor, and on
 * it others wait. It is over before a load beside these clients begins.
 */
final class Arrival {

  /** Of one processor. What clients cost that are there is less. */
  private static final double LITTLE = 0.5;

  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final double NANOS_OF_TICK = 1e7;

  private Arrival() {}

  /**
   * Waits until the server does little. One that does not answer has too much to do.
   *
   * @throws LabException if it still does much after a minute
   */
  static void awaitDone(Pulse server, Leftovers.Pause pause)
      throws LabException, InterruptedException {
    Pulse.Reading last = null;
    for (long i = LONGEST.dividedBy(POLL); i >= 0; i--) {
      Pulse.Reading now = read(server);
      if (last != null && now != null && doesLittle(last, now)) {
        return;
      }
      last = now;
      pause.of(POLL);
    }
    throw new LabException(
        "%d s after the clients beside the load have come, the server still computes for them"
            .formatted(LONGEST.toSeconds()));
  }

  private static Pulse.@Nullable Reading read(Pulse server) {
    try {
      return server.read();
    } catch (IOException e) {
      return null;
    }
  }

  private static boolean doesLittle(Pulse.Reading last, Pulse.Reading now) {
    double used = NANOS_OF_TICK * (now.cpuTicks() - last.cpuTicks());
    return used < LITTLE * (now.nanos() - last.nanos());
  }
}
