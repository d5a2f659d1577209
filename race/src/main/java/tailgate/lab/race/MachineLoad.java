package tailgate.lab.race;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Health;
import tailgate.lab.machine.ProcessorTime;

/**
 * Says when the machine is starved: then the servers had to wait for processors, and the figures of
 * a frame say little about the servers.
 *
 * <p>These figures are about the requests of the last two seconds, so {@link Stretch} judges the
 * same two seconds. A queue that has grown meanwhile lasts longer. So the machine counts as starved
 * for three more seconds. Confined to the thread of the frames.
 */
final class MachineLoad {

  static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long HOLD_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final Processors processors;
  private final int cores;

  /** What was read in the last two seconds. */
  private final Deque<Reading> readings = new ArrayDeque<>();

  /** What was read just before the last two seconds; null in the first two. */
  private @Nullable ProcessorTime start;

  private List<String> starved = List.of();
  private long starvedUntil = Long.MIN_VALUE;

  /** The clock that counts the time of the processors. */
  @FunctionalInterface
  interface Processors {
    /**
     * Reads what the processors have done until now.
     *
     * @throws IOException if the system does not say
     */
    ProcessorTime read() throws IOException;
  }

  private record Reading(long nanos, ProcessorTime time) {}

  /**
   * What the machine does now.
   *
   * @param busy the share of its processors that is busy, 0 to 1; null if it is not known
   * @param lateP99 by how many milliseconds the generator was late, in the lane where it was latest
   * @param starved why the figures say little about the servers, in whole sentences; empty if they
   *     are about the servers
   */
  record Now(@Nullable Double busy, double lateP99, List<String> starved) {
    Now {
      starved = List.copyOf(starved);
    }
  }

  /**
   * What was measured in two seconds. Each of the three alone makes the machine starved.
   *
   * <ul>
   *   <li>No processor was idle: any thread may have had to wait for one.
   *   <li>Other machines on the same host took processor time, which a thread cannot notice.
   *   <li>Requests left late although a user was free. The threads of the generator are woken by a
   *       clock, as those of a server are by a request, and waited for a processor all the same.
   * </ul>
   *
   * @param idleCores how many processors were idle, in the mean; NaN if it is not known
   * @param stolen the share that other machines took; likewise
   * @param generator of the lane where it was late most often
   */
  record Stretch(double idleCores, double stolen, Health generator) {

    /** The reports have the same limit. */
    private static final double LEAST_IDLE_CORES = 0.1;

    private static final double MOST_STOLEN = 0.05;

    List<String> starved() {
      List<String> reasons = new ArrayList<>();
      if (idleCores <= LEAST_IDLE_CORES) {
        reasons.add("All processors of this machine are busy.");
      }
      if (stolen > MOST_STOLEN) {
        reasons.add(
            format("Other machines on the host take %.0f %% of the processors.", 100 * stolen));
      }
      if (generator.fellBehind()) {
        reasons.add(
            format(
                "The load generator sends %.0f %% of the requests more than %d ms late.",
                100 * (1 - generator.delivered()), Health.LATE.toMillis()));
      }
      return reasons;
    }
  }

  MachineLoad(Processors processors, int cores) {
    this.processors = processors;
    this.cores = cores;
  }

  /**
   * Looks at the machine; it is called for each frame.
   *
   * @param now the time in nanoseconds
   * @param generators how the generators of all lanes did, in the last two seconds
   */
  Now look(long now, List<Health> generators) {
    double idle = Double.NaN;
    double stolen = Double.NaN;
    try {
      readings.add(new Reading(now, processors.read()));
      while (now - readings.getFirst().nanos >= WINDOW_NANOS) {
        start = readings.removeFirst().time;
      }
      idle = start == null ? idle : readings.getLast().time.idleSince(start);
      stolen = start == null ? stolen : readings.getLast().time.stolenSince(start);
    } catch (IOException e) {
      // Not Linux: the generator alone tells.
    }
    Health worst =
        generators.stream().min(Comparator.comparingDouble(Health::delivered)).orElseThrow();
    List<String> reasons = new Stretch(idle * cores, stolen, worst).starved();
    if (!reasons.isEmpty()) {
      starved = reasons;
      starvedUntil = now + HOLD_NANOS;
    }
    double late = generators.stream().mapToLong(Health::lagP99Micros).max().orElseThrow() / 1e3;
    return new Now(
        Double.isNaN(idle) ? null : Math.round(100 * (1 - idle)) / 100.0,
        late,
        now < starvedUntil ? starved : List.of());
  }
}
