package tailgate.lab.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tailgate.lab.LabException;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.machine.Heaps;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.machine.Placement;
import tailgate.lab.process.Children;
import tailgate.lab.remote.LoadHost;

/**
 * Other machines that share each load: a Hyperfoil generator on each of them, in place of {@link
 * HyperfoilRun} on this one.
 *
 * @param hosts at least one
 * @param options further ones of each generator's JVM
 * @param mostApart how far apart their shares of a load may begin; else the load is refused
 */
public record LoadHosts(List<LoadHost> hosts, List<String> options, Duration mostApart)
    implements LoadSource {

  private static final Duration ALLOWANCE = Duration.ofSeconds(60);

  /** The length of a window of the timeline. */
  private static final Duration WINDOW = Duration.ofMillis(100);

  public LoadHosts {
    hosts = List.copyOf(hosts);
    options = List.copyOf(options);
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException("at least one machine");
    }
  }

  /**
   * Connects to the machines.
   *
   * @throws LabException if one of them cannot run a generator; says why in one line
   */
  public static LoadHosts open(List<LoadHost.Order> orders, Children children)
      throws IOException, LabException, InterruptedException {
    List<LoadHost> hosts = new ArrayList<>();
    try (Closer closer = new Closer()) {
      for (LoadHost.Order order : orders) {
        LoadHost host = new LoadHost(order, children);
        closer.add(host::close);
        hosts.add(host);
      }
      closer.handOver();
    }
    return new LoadHosts(hosts, List.of(), WINDOW);
  }

  @Override
  public LoadSource atLowRate() {
    return new LoadHosts(hosts, List.of(Placement.FIRST_COMPILER_ALONE), mostApart);
  }

  @Override
  public void drive(LoadSpec load, Ready server, RunContext context)
      throws IOException, LabException, InterruptedException {
    try (LoadGenerator<LoadSpec> once = keep(load.users(), context)) {
      once.drive(load, server, context);
    }
  }

  @Override
  public LoadGenerator<LoadSpec> keep(int mostUsers, RunContext context)
      throws IOException, LabException, InterruptedException {
    int each = Math.ceilDiv(mostUsers, hosts.size());
    return new KeptGenerators(
        hosts, HyperfoilRun.options(each, Heaps.UNLIMITED, options), ALLOWANCE, mostApart, context);
  }

  /**
   * Returns the address of this machine at which all others reach it.
   *
   * @throws LabException if the machines do not agree
   */
  public String ourAddress() throws LabException {
    List<String> addresses = hosts.stream().map(LoadHost::ourAddress).distinct().toList();
    String first = addresses.get(0);
    if (addresses.size() > 1 || !first.matches("[\\w.-]+")) {
      throw new LabException(
          "the load needs a name or an IPv4 address of this machine, and its machines see %s; say"
                  .formatted(String.join(", ", addresses))
              + " --server-address");
    }
    return first;
  }

  /** Returns the machines for a gate that waits until they are quiet. */
  public List<IdleGate.Other> idle() {
    return hosts.stream().map(LoadHost::idle).toList();
  }

  /** Returns how many files a process may open on the machine that allows the fewest. */
  public long mostFiles() {
    return hosts.stream().mapToLong(LoadHost::mostFiles).min().orElseThrow();
  }

  /** Returns the names of the machines for reports. */
  public String names() {
    return hosts.stream()
        .map(host -> "%s (%s)".formatted(host.name(), host.host().machine()))
        .collect(Collectors.joining(", "));
  }

  @Override
  public void close() {
    hosts.forEach(LoadHost::close);
  }
}
