package tailgate.lab.explain;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tailgate.lab.monitor.Proc;

/**
 * What each thread of a process has had of the processors since it began: the first two fields of
 * its {@code schedstat} (Documentation/scheduler/sched-stats.rst of the kernel).
 *
 * @param byThread by the number that the kernel gives a thread
 */
record ThreadTimes(Map<Long, Time> byThread) {

  /**
   * The times of a thread, in nanoseconds.
   *
   * @param name of which the kernel keeps 15 characters
   * @param waited for a processor
   */
  record Time(String name, long ran, long waited) {}

  ThreadTimes {
    byThread = Map.copyOf(byThread);
  }

  /** Reads the threads of a process; none if there is no such process, or the kernel hides them. */
  static ThreadTimes read(Proc proc, long pid) {
    Map<Long, Time> times = new HashMap<>();
    String tasks = pid + "/task";
    for (String thread : proc.names(tasks)) {
      List<String> name = proc.lines(tasks + "/" + thread + "/comm");
      List<String> stat = proc.lines(tasks + "/" + thread + "/schedstat");
      if (!name.isEmpty() && !stat.isEmpty()) {
        String[] fields = stat.get(0).split(" ", -1);
        times.put(
            Long.valueOf(thread),
            new Time(name.get(0), Long.parseLong(fields[0]), Long.parseLong(fields[1])));
      }
    }
    return new ThreadTimes(times);
  }

  /** Returns later times, and the last ones of the threads that have ended since. */
  ThreadTimes then(ThreadTimes later) {
    Map<Long, Time> all = new HashMap<>(byThread);
    all.putAll(later.byThread);
    return new ThreadTimes(all);
  }

  /**
   * Returns what threads that do the same have had since earlier times, those first that had most.
   *
   * @param names of threads in full, as far as they are known
   */
  List<ThreadUse> since(ThreadTimes before, Map<Long, String> names) {
    Map<String, ThreadUse> uses = new LinkedHashMap<>();
    byThread.forEach(
        (thread, now) -> {
          Time then = before.byThread.getOrDefault(thread, new Time("", 0, 0));
          String name = names.getOrDefault(thread, now.name);
          ThreadKind kind = ThreadKind.of(name);
          ThreadUse use =
              new ThreadUse(
                  kind,
                  kind.group(name),
                  1,
                  (now.ran - then.ran) / 1e9,
                  (now.waited - then.waited) / 1e9);
          uses.merge(use.name(), use, ThreadUse::plus);
        });
    return uses.values().stream()
        .sorted(Comparator.comparingDouble((ThreadUse use) -> use.ran() + use.waited()).reversed())
        .toList();
  }
}
