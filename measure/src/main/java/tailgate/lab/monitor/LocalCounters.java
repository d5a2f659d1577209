package tailgate.lab.monitor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.machine.ControlGroup;
import tailgate.lab.machine.Cores;
import tailgate.lab.machine.MachineUse;

/**
 * What is taken from a run on this machine: a reading before it, to be compared with one after it.
 *
 * @param use of the processors of the server, and of those of the generator and the lab
 * @param server how long its threads have run, and waited for a processor
 * @param load how long those of the generator, the lab and all else that it has started have
 */
public record LocalCounters(MachineUse use, RunQueueGauge server, RunQueueGauge load) {

  /**
   * Reads the counters until now; empty if the kernel does not say.
   *
   * @param cores of this machine
   * @param group the limits of its container
   * @param server its processes
   */
  static Optional<LocalCounters> read(Cores cores, ControlGroup group, Set<Long> server) {
    Path proc = cores.proc();
    Set<Integer> used = new TreeSet<>(cores.allowed());
    server.forEach(pid -> used.addAll(cores.allowed(Long.toString(pid))));
    try {
      MachineUse use = MachineUse.read(proc, group, used, server);
      Set<Long> rest = new HashSet<>(use.ownPids());
      rest.removeAll(server);
      return Optional.of(
          new LocalCounters(
              use,
              RunQueueGauge.read(Proc.in(proc), server),
              RunQueueGauge.read(Proc.in(proc), rest)));
    } catch (IOException e) {
      return Optional.empty(); // not Linux
    }
  }

  /** Returns what was taken since an earlier reading. */
  Map<Counter, Double> since(LocalCounters earlier) {
    Map<Counter, Double> growth = new EnumMap<>(Counter.class);
    growth.put(Counter.PROCESSOR_MILLIS, use.millisSince(earlier.use));
    growth.put(Counter.FOREIGN_MILLIS, use.foreignMillisSince(earlier.use));
    growth.put(Counter.STOLEN_MILLIS, use.stolenMillisSince(earlier.use));
    use.throttledMillisSince(earlier.use)
        .ifPresent(millis -> growth.put(Counter.THROTTLED_MILLIS, millis));
    growth.put(Counter.SERVER_WAITED_MILLIS, server.waitedMillisSince(earlier.server));
    growth.put(Counter.LOAD_WAITED_MILLIS, load.waitedMillisSince(earlier.load));
    growth.put(Counter.LOAD_MILLIS, load.ranMillisSince(earlier.load));
    return growth;
  }
}
