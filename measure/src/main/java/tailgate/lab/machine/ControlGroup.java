package tailgate.lab.machine;

import static tailgate.lab.load.Text.format;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The limits of the container that this process runs in, and that its children inherit: those of
 * its control groups and of all groups above them, of which the tightest one counts. See cgroups(7)
 * and the kernel's Documentation/admin-guide/cgroup-v2.rst. Both versions may be in use at once.
 *
 * @param folders of these groups; none if there are no control groups
 */
public record ControlGroup(List<Path> folders) {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final long MIB = 1L << 20;

  /** Version 1 says "no limit" by a number of bytes that no machine has. */
  private static final long UNLIMITED_BYTES = 1L << 60;

  public ControlGroup {
    folders = List.copyOf(folders);
  }

  public static ControlGroup ofThisProcess() {
    return of(Cores.OF_THIS_MACHINE.proc());
  }

  /**
   * Reads the limits of this process.
   *
   * @param proc {@code /proc}, except in tests
   */
  static ControlGroup of(Path proc) {
    List<Path> folders = new ArrayList<>();
    Map<String, String> groups = groups(proc);
    for (String line : KernelFile.lines(proc.resolve("self/mountinfo"))) {
      String[] both = line.split(" - ", 2);
      String[] mount = both[0].split(" ", -1);
      String[] system = both.length < 2 ? new String[0] : both[1].split(" ", -1);
      if (mount.length > 4 && system.length > 2) {
        hierarchy(system[0], system[2], groups)
            .ifPresent(group -> folders.addAll(upwards(Path.of(mount[4]), mount[3], group)));
      }
    }
    return new ControlGroup(folders);
  }

  /** Returns the group of this process by controller; that of version 2 has no name. */
  private static Map<String, String> groups(Path proc) {
    Map<String, String> groups = new LinkedHashMap<>();
    for (String line : KernelFile.lines(proc.resolve("self/cgroup"))) {
      String[] fields = line.split(":", 3);
      if (fields.length == 3) {
        Stream.of(fields[1].split(",", -1)).forEach(name -> groups.put(name, fields[2]));
      }
    }
    return groups;
  }

  /** Returns the group of this process in a mounted hierarchy, if that can have a limit. */
  private static Optional<String> hierarchy(
      String system, String options, Map<String, String> groups) {
    if (system.equals("cgroup2")) {
      return Optional.ofNullable(groups.get(""));
    }
    return system.equals("cgroup")
        ? Stream.of(options.split(",", -1))
            .filter(name -> name.equals("cpu") || name.equals("memory"))
            .flatMap(name -> Stream.ofNullable(groups.get(name)))
            .findFirst()
        : Optional.empty();
  }

  /**
   * Returns the folders of a group and of those above it, as far as they are mounted.
   *
   * @param root the group that is mounted at the place
   */
  private static List<Path> upwards(Path place, String root, String group) {
    String below = group.startsWith(root) ? group.substring(root.length()) : "";
    List<Path> folders = new ArrayList<>(List.of(place));
    for (String name : below.split("/", -1)) {
      if (!name.isEmpty()) {
        folders.add(folders.get(folders.size() - 1).resolve(name));
      }
    }
    return folders;
  }

  /** Returns how many processors the quota is worth; empty without a quota. */
  public OptionalDouble processors() {
    return folders.stream()
        .flatMap(folder -> Stream.concat(quota(folder), quotaOfVersionOne(folder)))
        .mapToDouble(Double::doubleValue)
        .min();
  }

  /** Reads "50000 100000" or "max 100000", in microseconds. */
  private static Stream<Double> quota(Path folder) {
    return KernelFile.lines(folder.resolve("cpu.max")).stream()
        .map(line -> line.split(" ", -1))
        .filter(both -> both.length == 2 && !both[0].equals("max"))
        .map(both -> Double.parseDouble(both[0]) / Double.parseDouble(both[1]));
  }

  /** Reads the quota of a group of version 1, where -1 is none. */
  private static Stream<Double> quotaOfVersionOne(Path folder) {
    OptionalLong quota = KernelFile.number(folder.resolve("cpu.cfs_quota_us"));
    OptionalLong period = KernelFile.number(folder.resolve("cpu.cfs_period_us"));
    return quota.isPresent() && period.isPresent() && quota.getAsLong() > 0
        ? Stream.of((double) quota.getAsLong() / period.getAsLong())
        : Stream.empty();
  }

  /** Returns the limit of memory; empty if there is none. */
  public OptionalLong memoryMib() {
    return folders.stream()
        .flatMap(folder -> Stream.of("memory.max", "memory.limit_in_bytes").map(folder::resolve))
        .flatMapToLong(file -> KernelFile.number(file).stream())
        .filter(bytes -> bytes < UNLIMITED_BYTES)
        .map(bytes -> bytes / MIB)
        .min();
  }

  /**
   * Returns how long quotas have stopped threads of the groups until now, on all processors
   * together. It only grows. Empty without a quota.
   */
  public OptionalDouble throttledMillis() {
    return processors().isEmpty()
        ? OptionalDouble.empty()
        : folders.stream()
            .flatMap(folder -> KernelFile.lines(folder.resolve("cpu.stat")).stream())
            .mapToDouble(ControlGroup::throttledMillis)
            .max();
  }

  private static double throttledMillis(String line) {
    String[] both = line.split(" ", -1);
    return switch (both[0]) {
      case "throttled_usec" -> Double.parseDouble(both[1]) / MICROS_PER_MILLI;
      case "throttled_time" -> Double.parseDouble(both[1]) / NANOS_PER_MILLI;
      default -> 0;
    };
  }

  /** Returns the limits in words for reports; empty if there is no limit. */
  public String words() {
    List<String> limits = new ArrayList<>();
    processors().ifPresent(limit -> limits.add(format("a quota of %.1f processors", limit)));
    memoryMib().ifPresent(limit -> limits.add(format("a memory limit of %,d MiB", limit)));
    return String.join(" and ", limits);
  }
}
