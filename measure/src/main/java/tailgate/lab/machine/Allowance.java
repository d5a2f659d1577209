package tailgate.lab.machine;

import static tailgate.lab.load.Text.format;

import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import tailgate.lab.load.Disturbance;
import tailgate.lab.load.Disturbance.Degree;
import tailgate.lab.machine.Fitness.Finding;

/**
 * Whether the container, or the machine, leaves enough for a measurement.
 *
 * @param group the limits of the container
 * @param proc {@code /proc}, except in tests
 * @param processors that the measurement uses
 */
record Allowance(ControlGroup group, Path proc, int processors) {

  private static final long KIB_PER_MIB = 1024;

  /**
   * Says whether the quota leaves enough processor time.
   *
   * @param seen what was taken meanwhile
   */
  Finding quota(Disturbance seen) {
    OptionalDouble quota = group.processors();
    boolean isTight = quota.isPresent() && quota.getAsDouble() < processors;
    String figure =
        quota.isEmpty()
            ? "none"
            : format("%.1f processors, and %d are used", quota.getAsDouble(), processors);
    return new Finding(
        "quota",
        isTight ? Degree.TOO_MUCH : seen.ofThrottled(),
        figure,
        "The kernel would stop server and generator in the midst of requests. Give the container 2"
            + " processors or more (docker run --cpus).",
        false);
  }

  /** Says whether there is enough memory: the limit or what is free, whichever is less. */
  Finding memory() {
    long limit = group.memoryMib().orElse(Long.MAX_VALUE);
    long free = availableMib().orElse(Long.MAX_VALUE);
    long least = Math.min(limit, free);
    String figure = format(limit <= free ? "a limit of %,d MiB" : "%,d MiB are available", least);
    return new Finding(
        "memory",
        least < Heaps.LEAST ? Degree.TOO_MUCH : Degree.NONE,
        least == Long.MAX_VALUE ? "unknown" : figure,
        format("The lab, a server and a generator need %,d MiB together.", Heaps.LEAST),
        false);
  }

  private OptionalLong availableMib() {
    return KernelFile.lines(proc.resolve("meminfo")).stream()
        .filter(line -> line.startsWith("MemAvailable:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / KIB_PER_MIB)
        .findFirst();
  }
}
