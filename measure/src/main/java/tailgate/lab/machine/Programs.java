package tailgate.lab.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The processor time of all processes that can be seen from here, until a moment; see
 * proc_pid_stat(5). A container sees its own only.
 *
 * @param all by their numbers
 * @param ownPids the numbers of this process, of those that it has started, and of the servers
 */
record Programs(Map<Long, Program> all, Set<Long> ownPids) {

  /**
   * A process and what it has used.
   *
   * @param session the process that began its session
   * @param ticks of processor time since its start
   */
  record Program(String name, long parent, long session, double ticks) {
    static Program of(ProcessStat stat) {
      return new Program(stat.name(), stat.parent(), stat.session(), stat.ticks());
    }
  }

  Programs {
    all = Map.copyOf(all);
    ownPids = Set.copyOf(ownPids);
  }

  /**
   * Reads the processes that run now; none if this is not Linux.
   *
   * @param proc {@code /proc}, except in tests
   * @param servers processes that are ours whoever has started them
   */
  static Programs read(Path proc, Set<Long> servers) {
    Map<Long, Program> all = new HashMap<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path folder : folders) {
        try {
          String stat = Files.readString(folder.resolve("stat"));
          Program program = Program.of(ProcessStat.of(stat));
          all.put(Long.valueOf(folder.getFileName().toString()), program);
        } catch (IOException e) {
          // It has ended.
        }
      }
      Set<Long> roots = new HashSet<>(servers);
      roots.add(self(proc));
      return new Programs(all, family(all, roots));
    } catch (IOException e) {
      return new Programs(Map.of(), Set.of());
    }
  }

  private static long self(Path proc) throws IOException {
    String stat = Files.readString(proc.resolve("self/stat"));
    return Long.parseLong(stat.substring(0, stat.indexOf(' ')));
  }

  /** Finds the processes of roots: a candidate begins a session, and may leave its parent. */
  private static Set<Long> family(Map<Long, Program> all, Set<Long> roots) {
    Set<Long> family = new HashSet<>(roots);
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Map.Entry<Long, Program> process : all.entrySet()) {
        Program program = process.getValue();
        boolean belongs = family.contains(program.parent) || family.contains(program.session);
        grows |= belongs && family.add(process.getKey());
      }
    }
    return family;
  }

  /** Returns the ticks of our own processes since an earlier moment. */
  double oursSince(Programs earlier) {
    return ownPids.stream().filter(all::containsKey).mapToDouble(pid -> since(earlier, pid)).sum();
  }

  /** Returns the ticks of other processes since an earlier moment, by name. */
  Map<String, Double> othersSince(Programs earlier) {
    Map<String, Double> ticks = new HashMap<>();
    all.forEach(
        (pid, now) -> {
          if (!ownPids.contains(pid)) {
            ticks.merge(now.name, since(earlier, pid), Double::sum);
          }
        });
    return ticks;
  }

  /** Returns the ticks of a process; a new one has used all of its time since then. */
  private double since(Programs earlier, long pid) {
    Program now = Objects.requireNonNull(all.get(pid));
    Program then = earlier.all.get(pid);
    return now.ticks - (then == null ? 0 : then.ticks);
  }
}
