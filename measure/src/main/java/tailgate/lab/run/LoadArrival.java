package tailgate.lab.run;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.machine.ProcessorTime;

/**
 * Waits until clients that have come cost a server little: slow readers ask for more than they
 * take, and the server first fills the buffers of all their sockets. That is work for a processor,
 * and on it others wait. It is over before a load beside these clients begins.
 */
final class LoadArrival {

  /** The share of one processor that is little. Clients that are there cost less. */
  private static final double LITTLE = 0.5;

  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final double NANOS_OF_TICK = 1e6 * ProcessorTime.TICK_MILLIS;

  /** Whether a server still runs. */
  @FunctionalInterface
  interface Life {
    boolean goesOn() throws IOException;
  }

  private LoadArrival() {}

  /**
   * Waits until the server does little. One that does not answer has too much to do.
   *
   * @param life of the server
   * @param clock like {@link System#nanoTime}
   * @throws LabException if the server has ended, or still does much after a minute
   * @throws IOException if its machine does not say whether it runs
   */
  static void awaitDone(Pulse server, Life life, LongSupplier clock, Leftovers.Pause pause)
      throws IOException, LabException, InterruptedException {
    long end = clock.getAsLong() + LONGEST.toNanos();
    Pulse.Reading last = read(server);
    while (life.goesOn() && clock.getAsLong() - end < 0) {
      pause.of(POLL);
      Pulse.Reading now = read(server);
      if (last != null && now != null && doesLittle(last, now)) {
        return;
      }
      last = now;
    }
    throw new LabException(
        life.goesOn()
            ? format(
                "%d s after the clients beside the load have come, the server still computes for"
                    + " them",
                LONGEST.toSeconds())
            : "the server has ended when the clients beside the load came");
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
