package tailgate.lab.machine;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The machine and the Java of a run as single values, so that runs of several machines can be put
 * into one table.
 *
 * @param cpu the model of the processor; {@code unknown} where the kernel does not say
 * @param processors that the lab and its servers may use, which may be fewer than the machine has
 * @param memoryMib of the machine or the container; null if unknown
 * @param system as {@code Linux}
 * @param kernel its release
 * @param arch as {@code amd64}
 * @param javaVersion of the servers, as {@code 25.0.3}
 * @param javaVendor as {@code Eclipse Adoptium}
 * @param javaVm name and build of the virtual machine
 * @param javaRuntime the exact version of the Java, as {@code 25.0.3+9-LTS}; null in old results
 */
public record Host(
    String cpu,
    int processors,
    @Nullable Long memoryMib,
    String system,
    String kernel,
    String arch,
    String javaVersion,
    String javaVendor,
    String javaVm,
    @Nullable String javaRuntime) {

  public static final String UNKNOWN = "unknown";

  /**
   * Describes this machine.
   *
   * @param java what {@code java -XshowSettings:properties -version} has printed
   */
  static Host of(String java) {
    return of(
        processor().orElse(UNKNOWN),
        Runtime.getRuntime().availableProcessors(),
        physicalMemory(),
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        System.getProperty("os.arch"),
        java);
  }

  /**
   * Describes any machine.
   *
   * @param java what {@code java -XshowSettings:properties -version} has printed there
   */
  public static Host of(
      String cpu,
      int processors,
      @Nullable Long memoryMib,
      String system,
      String kernel,
      String arch,
      String java) {
    Map<String, String> properties = properties(java);
    return new Host(
        cpu,
        processors,
        memoryMib,
        system,
        kernel,
        arch,
        properties.getOrDefault("java.version", UNKNOWN),
        properties.getOrDefault("java.vendor", UNKNOWN),
        "%s %s"
            .formatted(
                properties.getOrDefault("java.vm.name", UNKNOWN),
                properties.getOrDefault("java.vm.version", UNKNOWN)),
        properties.getOrDefault("java.runtime.version", UNKNOWN));
  }

  /** Returns the properties that have one line. */
  private static Map<String, String> properties(String java) {
    return java.lines()
        .map(line -> line.strip().split(" = ", 2))
        .filter(pair -> pair.length == 2)
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (first, again) -> first));
  }

  private static Optional<String> processor() {
    return KernelFile.lines(Path.of("/proc/cpuinfo")).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst();
  }

  private static @Nullable Long physicalMemory() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof com.sun.management.OperatingSystemMXBean physical
        ? physical.getTotalMemorySize() / (1L << 20)
        : null;
  }

  /**
   * Returns the exact version of the Java and who built it, as {@code 25.0.3+9-LTS (Eclipse
   * Adoptium)}.
   */
  public String javaBuild() {
    return "%s (%s)".formatted(javaRuntime, javaVendor);
  }

  public String machine() {
    return String.join(
        ", ",
        cpu.equals(UNKNOWN) ? "unknown processor" : cpu,
        processors + " processors",
        memoryMib == null ? "unknown memory" : memoryMib + " MiB",
        system + " " + kernel,
        arch);
  }

  /**
   * The processors and the collector that the parties of a run had.
   *
   * @param server the numbers of the server's processors; none if it shared them
   * @param load those of generator and lab; likewise
   * @param collector of the servers, as {@code --gc} has it
   * @param generatorFirst whether a generator could run before all else on its processors; null in
   *     old results, and if it had no processors of its own on the machine of the server
   */
  public record Parties(
      List<Integer> server,
      List<Integer> load,
      String collector,
      @Nullable Boolean generatorFirst) {
    public Parties {
      server = List.copyOf(server);
      load = List.copyOf(load);
    }

    /** Returns the parties of a run on two machines. */
    public static Parties of(List<Integer> servers, Isolation isolation) {
      return new Parties(
          servers, Cores.OF_THIS_MACHINE.allowed(), isolation.collector().toString(), null);
    }

    static Parties of(Isolation isolation) {
      return new Parties(
          isolation.placement().server(),
          isolation.placement().load(),
          isolation.collector().toString(),
          isolation.placement().isShared() ? null : isolation.first());
    }
  }
}
