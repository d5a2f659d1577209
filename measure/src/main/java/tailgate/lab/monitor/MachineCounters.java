package tailgate.lab.monitor;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.machine.KernelFile;
import tailgate.lab.machine.ProcessorTime;

/**
 * Counters of the kernel that only grow: see proc_stat(5), proc_pressure(5), proc_pid_status(5) and
 * the kernel's Documentation/networking/snmp_counter.rst. Counters that the kernel does not have
 * are left out.
 *
 * @param proc of the machine of the server
 * @param pid of the server
 */
record MachineCounters(Proc proc, long pid) {

  /** The field of the first line of proc_stat(5), with "cpu" as number 0. */
  private static final int STOLEN = 8;

  Map<Counter, Double> read() {
    Map<Counter, Double> counters = new EnumMap<>(Counter.class);
    for (String line : proc.lines("stat")) {
      if (line.startsWith("cpu ")) {
        counters.put(
            Counter.STOLEN_MILLIS,
            number(line.split(" +", -1)[STOLEN]) * ProcessorTime.TICK_MILLIS);
      } else if (line.startsWith("ctxt ")) {
        counters.put(Counter.MACHINE_SWITCHES, number(line.substring("ctxt ".length())));
      }
    }
    pressure("cpu").ifPresent(x -> counters.put(Counter.PRESSURE_CPU_MILLIS, x));
    pressure("memory").ifPresent(x -> counters.put(Counter.PRESSURE_MEMORY_MILLIS, x));
    pressure("io").ifPresent(x -> counters.put(Counter.PRESSURE_IO_MILLIS, x));
    tcp("ListenOverflows").ifPresent(x -> counters.put(Counter.LISTEN_OVERFLOWS, x));
    tcp("ListenDrops").ifPresent(x -> counters.put(Counter.LISTEN_DROPS, x));
    return counters;
  }

  /** Returns how much counters have grown since an earlier reading. */
  static Map<Counter, Double> growth(Map<Counter, Double> before, Map<Counter, Double> now) {
    Map<Counter, Double> growth = new EnumMap<>(Counter.class);
    now.forEach(
        (counter, value) -> {
          if (before.containsKey(counter)) {
            growth.put(counter, value - before.getOrDefault(counter, 0.0));
          }
        });
    return growth;
  }

  private OptionalDouble pressure(String resource) {
    return KernelFile.pressureMillis(proc.lines("pressure/" + resource));
  }

  /** Reads a line of names that begins with "TcpExt:", then one of values. */
  private Optional<Double> tcp(String name) {
    List<String[]> both =
        proc.lines("net/netstat").stream()
            .filter(line -> line.startsWith("TcpExt:"))
            .map(line -> line.split(" "))
            .toList();
    if (both.size() != 2) {
      return Optional.empty();
    }
    int i = Arrays.asList(both.get(0)).indexOf(name);
    return i < 0 ? Optional.empty() : Optional.of(number(both.get(1)[i]));
  }

  /** Reads how often each thread of the server was switched and moved, by its number. */
  Map<Long, Map<Counter, Double>> threads() {
    Map<Long, Map<Counter, Double>> threads = new HashMap<>();
    String tasks = pid + "/task";
    for (String task : proc.names(tasks)) {
      threads.put(Long.valueOf(task), thread(tasks + "/" + task));
    }
    return threads;
  }

  private Map<Counter, Double> thread(String task) {
    Map<Counter, Double> counters = new EnumMap<>(Counter.class);
    List<String> status = proc.lines(task + "/status");
    value(status, "voluntary_ctxt_switches:")
        .ifPresent(x -> counters.put(Counter.VOLUNTARY_SWITCHES, x));
    value(status, "nonvoluntary_ctxt_switches:")
        .ifPresent(x -> counters.put(Counter.INVOLUNTARY_SWITCHES, x));
    List<String> sched = proc.lines(task + "/sched");
    value(sched, "se.nr_migrations").ifPresent(x -> counters.put(Counter.MIGRATIONS, x));
    if (status.stream().anyMatch(Compilers::isNamed)) {
      value(sched, "se.sum_exec_runtime").ifPresent(x -> counters.put(Counter.COMPILER_MILLIS, x));
    }
    return counters;
  }

  /** Returns what the line that begins with a name has after its colon. */
  private static Optional<Double> value(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> number(line.substring(line.indexOf(':') + 1)))
        .findFirst();
  }

  /** Returns the growth of the counters of all threads that were there both times. */
  static Map<Counter, Double> growthOfThreads(
      Map<Long, Map<Counter, Double>> before, Map<Long, Map<Counter, Double>> now) {
    Map<Counter, Double> growth = new EnumMap<>(Counter.class);
    Function<Long, Map<Counter, Double>> earlier = id -> before.getOrDefault(id, Map.of());
    now.forEach(
        (id, counters) ->
            growth(earlier.apply(id), counters)
                .forEach((counter, value) -> growth.merge(counter, value, Double::sum)));
    return growth;
  }

  private static double number(String text) {
    return Double.parseDouble(text.strip());
  }
}
