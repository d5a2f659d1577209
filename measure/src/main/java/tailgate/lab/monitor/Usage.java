package tailgate.lab.monitor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What processes use, added up; see proc_pid_stat(5).
 *
 * @param ticks of processor time since their start
 * @param pages in memory; a page that several processes share counts once for each of them
 */
record Usage(double ticks, double pages, double threads) {

  /** Indices of fields of {@code stat} after the name in parentheses, which may hold anything. */
  private static final int UTIME = 11;

  private static final int STIME = 12;
  private static final int UTIME_OF_ENDED = 13;
  private static final int STIME_OF_ENDED = 14;
  private static final int THREADS = 17;
  private static final int RSS = 21;

  /** The place from which the usage is read. */
  @FunctionalInterface
  interface Source {
    Usage read() throws IOException;
  }

  /** Returns a source for one process, without those that it has started. */
  static Source ofOne(Path process) {
    return () -> of(Files.readString(process.resolve("stat")));
  }

  /** Reads the usage of one process from its {@code stat}. */
  static Usage of(String stat) {
    List<String> fields = fields(stat);
    return new Usage(ticks(fields, UTIME, STIME), number(fields, RSS), number(fields, THREADS));
  }

  /**
   * Returns a source for a process and those that it has started, also if they ended, awaited by
   * their parent.
   *
   * @param proc {@code /proc}, except in tests
   * @param processes their numbers; not asked each time, because the answer takes long
   */
  static Source ofTree(Path proc, Supplier<Set<Long>> processes) {
    return new Tree(proc, processes);
  }

  private static final class Tree implements Source {

    private final Path proc;
    private final Supplier<Set<Long>> processes;

    /** Readings until the processes are listed again. Confined to the thread of the gauge. */
    private int left;

    /** The processes as last listed. Confined to the thread of the gauge. */
    private Set<Long> known = Set.of();

    Tree(Path proc, Supplier<Set<Long>> processes) {
      this.proc = proc;
      this.processes = processes;
    }

    @Override
    public Usage read() throws IOException {
      if (left == 0 || known.isEmpty()) {
        known = processes.get();
        left = READINGS;
      }
      left--;
      Usage sum = new Usage(0, 0, 0);
      for (long pid : known) {
        Path process = proc.resolve(Long.toString(pid));
        if (Files.exists(process)) {
          sum = sum.and(fields(Files.readString(process.resolve("stat"))));
        }
      }
      if (sum.threads == 0) {
        throw new IOException("none of the processes runs");
      }
      return sum;
    }
  }

  /** The number of readings in a second. */
  private static final int READINGS = 10;

  private Usage and(List<String> fields) {
    return new Usage(
        ticks + ticks(fields, UTIME, STIME) + ticks(fields, UTIME_OF_ENDED, STIME_OF_ENDED),
        pages + number(fields, RSS),
        threads + number(fields, THREADS));
  }

  private static List<String> fields(String stat) {
    return List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
  }

  private static double ticks(List<String> fields, int first, int second) {
    return number(fields, first) + number(fields, second);
  }

  private static double number(List<String> fields, int field) {
    return Double.parseDouble(fields.get(field));
  }
}
