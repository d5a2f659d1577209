package tailgate.lab.load;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the machine did in a run beside the load.
 *
 * @param cores which processors server and load had, or {@code shared}
 * @param serverJvm the collector and the processors that the server's JVM has found; empty if it
 *     did not say
 * @param idleBefore the share of processor time that was idle before the run; null if not measured
 * @param stolenBefore the share that other machines on the host had; null if not measured
 * @param wasQuiet whether the machine was quiet when the run began
 * @param counters how much each counter of {@link Counter} grew while the generator ran
 */
public record Conditions(
    String cores,
    String serverJvm,
    @Nullable Double idleBefore,
    @Nullable Double stolenBefore,
    long waitedSeconds,
    boolean wasQuiet,
    Map<Counter, Double> counters) {

  /** The quantities that are counted. Times are milliseconds. */
  public enum Counter {
    /** Processor time that other machines on the host had. */
    STOLEN_MILLIS,
    /**
     * All time of the processors that the run used, idle time included, and what programs had of it
     * that are no part of the run. Then STOLEN_MILLIS is of these processors, too.
     */
    PROCESSOR_MILLIS,
    FOREIGN_MILLIS,
    /** How long the quota of a container stopped the run, on all processors together. */
    THROTTLED_MILLIS,
    /**
     * How long threads of the server could have run and had no processor, and threads of the
     * generator, the lab and back ends.
     */
    SERVER_WAITED_MILLIS,
    LOAD_WAITED_MILLIS,
    /** Processor time of the generator, the lab and back ends. */
    LOAD_MILLIS,
    /** Some task waited for a processor (PSI, some); likewise for memory and disks. */
    PRESSURE_CPU_MILLIS,
    PRESSURE_MEMORY_MILLIS,
    PRESSURE_IO_MILLIS,
    /** Connections that found a full accept queue, and connections that were dropped. */
    LISTEN_OVERFLOWS,
    LISTEN_DROPS,
    /** Context switches of all programs on the machine. */
    MACHINE_SWITCHES,
    /** Switches and migrations of the server's threads that lived at both ends. */
    VOLUNTARY_SWITCHES,
    INVOLUNTARY_SWITCHES,
    MIGRATIONS,
    /** Processor time of the compiler threads of the server's JVM that lived at both ends. */
    COMPILER_MILLIS,
    /** Pauses of the collector of the server's JVM. */
    GC_PAUSES,
    GC_PAUSE_MILLIS,
    /** What the pauses have freed of the heap, in MiB, and the least that was left after one. */
    GC_FREED_MIB,
    GC_LEAST_HEAP_MIB,
    SAFEPOINTS,
    SAFEPOINT_MILLIS,
    LONGEST_SAFEPOINT_MILLIS,
    /**
     * The longest safepoint, without the time until all threads stopped and ran again: on a busy
     * processor these are longer than what the JVM does meanwhile.
     */
    LONGEST_AT_SAFEPOINT_MILLIS
  }

  public Conditions {
    counters = Collections.unmodifiableMap(new TreeMap<>(counters)); // in their order
  }

  /** Returns what was taken from the run; unknown in old results, and for remote servers. */
  public Disturbance disturbance() {
    double all = count(Counter.PROCESSOR_MILLIS);
    return all > 0
        ? Disturbance.of(
            all,
            count(Counter.FOREIGN_MILLIS),
            count(Counter.STOLEN_MILLIS),
            count(Counter.THROTTLED_MILLIS))
        : Disturbance.UNKNOWN;
  }

  /** Returns the share of all processor time that generator and lab had; 0 if unknown. */
  public double shareOfLoad() {
    double all = count(Counter.PROCESSOR_MILLIS);
    return all > 0 ? count(Counter.LOAD_MILLIS) / all : 0;
  }

  private double count(Counter counter) {
    return counters.getOrDefault(counter, 0.0);
  }
}
