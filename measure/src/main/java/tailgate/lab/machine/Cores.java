package tailgate.lab.machine;

import static tailgate.lab.load.Text.format;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The logical processors of this machine, as the kernel lists them.
 *
 * @param proc {@code /proc}, except in tests
 * @param sys {@code /sys}, except in tests
 */
public record Cores(Path proc, Path sys) {

  private static final String ALLOWED = "Cpus_allowed_list:";

  public static final Cores OF_THIS_MACHINE = new Cores(Path.of("/proc"), Path.of("/sys"));

  /** Returns the processors that this process may use; none if the kernel does not say. */
  public List<Integer> allowed() {
    return allowed("self");
  }

  /** Returns the processors that any process may use; none if the kernel does not say. */
  public List<Integer> allowed(String process) {
    return allowed(KernelFile.lines(proc.resolve(process).resolve("status")).stream());
  }

  /** Returns the allowed processors that the lines of proc_pid_status(5) name. */
  public static List<Integer> allowed(Stream<String> status) {
    return status
        .filter(line -> line.startsWith(ALLOWED))
        .findFirst()
        .map(line -> parse(line.substring(ALLOWED.length()).strip()))
        .orElse(List.of());
  }

  /**
   * Returns the allowed processors; those of one physical core are neighbours: two programs that
   * are to be isolated must not share one.
   */
  List<Integer> byPhysicalCore() {
    List<Integer> allowed = allowed();
    List<Integer> ordered = new ArrayList<>();
    for (int core : allowed) {
      siblings(core).stream()
          .filter(sibling -> allowed.contains(sibling) && !ordered.contains(sibling))
          .forEach(ordered::add);
    }
    return ordered;
  }

  /** Returns the processors that share a physical core with this one, itself included. */
  private List<Integer> siblings(int core) {
    Path list = sys.resolve(format("devices/system/cpu/cpu%d/topology/thread_siblings_list", core));
    return KernelFile.lines(list).stream().findFirst().map(Cores::parse).orElse(List.of(core));
  }

  /**
   * Parses a list of the kernel or of taskset, as {@code 0-2,5}.
   *
   * @throws IllegalArgumentException if the text is no such list
   */
  public static List<Integer> parse(String list) {
    TreeSet<Integer> cores = new TreeSet<>();
    for (String range : list.split(",", -1)) {
      if (!range.matches("\\d{1,5}(-\\d{1,5})?")) {
        throw new IllegalArgumentException("'%s' is not a list of cores".formatted(list));
      }
      String[] ends = range.split("-", -1);
      IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
          .forEach(cores::add);
    }
    return List.copyOf(cores);
  }
}
