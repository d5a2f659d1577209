package tailgate.lab.monitor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Supplier;
import tailgate.lab.machine.ProcessStat;

/**
 * What processes use, added up.
 *
 * @param ticks of processor time since their start
 * @param pages in memory; a page that several processes share counts once for each of them
 */
record Usage(double ticks, double pages, double threads) {

  /** The place from which the usage is read. */
  @FunctionalInterface
  interface Source {
    Usage read() throws IOException;
  }

  /** Returns a source for one process, without those that it has started. */
  static Source ofOne(Path process) {
    return () -> of(Files.readString(process.resolve("stat")));
  }

  static Usage of(String stat) {
    ProcessStat process = ProcessStat.of(stat);
    return new Usage(process.ticks(), process.pages(), process.threads());
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
          sum = sum.and(ProcessStat.of(Files.readString(process.resolve("stat"))));
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

  private Usage and(ProcessStat process) {
    return new Usage(
        ticks + process.ticks() + process.ticksOfEnded(),
        pages + process.pages(),
        threads + process.threads());
  }
}
