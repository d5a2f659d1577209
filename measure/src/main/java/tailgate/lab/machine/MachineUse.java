package tailgate.lab.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import tailgate.lab.load.Disturbance;

/**
 * What the processors of a measurement have done until a moment, and for whom. Two of them say what
 * happened between.
 *
 * @param processors the time of each of them, by its number
 * @param programs what had it
 * @param throttledMillis for how long a quota has stopped this process and its children; empty
 *     without a quota
 * @param waitedMillis for how long some task has waited for a processor (PSI); empty if the kernel
 *     does not say
 */
public record MachineUse(
    Map<Integer, ProcessorTime> processors,
    Programs programs,
    OptionalDouble throttledMillis,
    OptionalDouble waitedMillis) {

  /**
   * Reads what the processors have done until now.
   *
   * @param proc {@code /proc}, except in tests
   * @param wanted the processors of the measurement; none for all
   * @throws IOException if the kernel does not say
   */
  public static MachineUse read(Path proc, ControlGroup group, Collection<Integer> wanted)
      throws IOException {
    return read(proc, group, wanted, Set.of());
  }

  /**
   * Reads what the processors have done until now, for a run of these servers.
   *
   * @param servers the numbers of their processes, which need not be children of this one
   */
  public static MachineUse read(
      Path proc, ControlGroup group, Collection<Integer> wanted, Set<Long> servers)
      throws IOException {
    return new MachineUse(
        ProcessorTime.readEach(proc, wanted),
        Programs.read(proc, servers),
        group.throttledMillis(),
        KernelFile.pressureMillis(KernelFile.lines(proc.resolve("pressure/cpu"))));
  }

  /** Returns the numbers of this process, of those that it has started, and of the servers. */
  public Set<Long> ownPids() {
    return programs.ownPids();
  }

  ProcessorTime time() {
    return processors.values().stream().reduce(ProcessorTime.NONE, ProcessorTime::plus);
  }

  /** Returns all of the processor time since an earlier moment, idle time included. */
  public double millisSince(MachineUse earlier) {
    return (time().all() - earlier.time().all()) * ProcessorTime.TICK_MILLIS;
  }

  /** Returns the processor time that other programs had since an earlier moment. */
  public double foreignMillisSince(MachineUse earlier) {
    // Without interrupts: kernels differ in whether a process is charged for those of its packets.
    double all = time().programs() - earlier.time().programs();
    return Math.max(0, all - programs.oursSince(earlier.programs)) * ProcessorTime.TICK_MILLIS;
  }

  /** Returns how long a quota stopped the run, on all processors together; empty without quota. */
  public OptionalDouble throttledMillisSince(MachineUse earlier) {
    return throttledMillis.isPresent()
        ? OptionalDouble.of(throttledMillis.getAsDouble() - earlier.throttledMillis.orElse(0))
        : OptionalDouble.empty();
  }

  /** Returns the processor time that other machines on the host had since an earlier moment. */
  public double stolenMillisSince(MachineUse earlier) {
    return (time().stolen() - earlier.time().stolen()) * ProcessorTime.TICK_MILLIS;
  }

  /** Returns all that was taken since an earlier moment, as shares. */
  Disturbance since(MachineUse earlier) {
    return Disturbance.of(
        Math.max(1, millisSince(earlier)),
        foreignMillisSince(earlier),
        stolenMillisSince(earlier),
        throttledMillisSince(earlier).orElse(0));
  }

  /** Returns how many ticks of the clock have passed, at least 1. */
  double wallTicksSince(MachineUse earlier) {
    return Math.max(1, (time().all() - earlier.time().all()) / processors.size());
  }

  /** Returns the share of the time in which some task waited for a processor; NaN if unknown. */
  double waitedSince(MachineUse earlier) {
    double waited = waitedMillis.orElse(Double.NaN) - earlier.waitedMillis.orElse(Double.NaN);
    return Math.min(1, waited / (wallTicksSince(earlier) * ProcessorTime.TICK_MILLIS));
  }

  /** Returns what this process and its children had, as a share of one processor. */
  double oursOfOneSince(MachineUse earlier) {
    return programs.oursSince(earlier.programs) / wallTicksSince(earlier);
  }

  /** Returns the share of each processor's time in which it was not idle. */
  Map<Integer, Double> busySince(MachineUse earlier) {
    Map<Integer, Double> busy = new TreeMap<>();
    processors.forEach(
        (number, time) -> {
          ProcessorTime then = earlier.processors.get(number);
          busy.put(number, then == null ? 1 : 1 - time.idleSince(then));
        });
    return busy;
  }
}
