package tailgate.lab.monitor;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import tailgate.lab.LabException;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.ServerView;

/**
 * Samples a server while it is under load, until it is closed.
 *
 * <p>The kernel answers at little cost. A stage's own statistics cost it the computation of some
 * quantiles each time, so it is asked less often, by a thread of its own that delays nobody when
 * there is no answer.
 */
public final class ServerMonitor implements AutoCloseable {

  private static final Path PROC = WatchedServer.Here.PROC;
  private static final Duration KERNEL_PERIOD = Duration.ofMillis(100);
  private static final Duration STATS_PERIOD = Duration.ofMillis(250);

  private final ServerSampler kernel;
  private final ServerSampler stats;
  private final WatchedServer server;
  private final PauseLog pauses;

  /** When sampling began, by the clock of the log of the server's JVM; empty if unknown. */
  private final OptionalLong startEpochMillis;

  private final Map<Counter, Double> machineAtStart;
  private final Map<Long, Map<Counter, Double>> threadsAtStart;
  private final Optional<LocalCounters> localAtStart;

  private ServerMonitor(
      List<ServerSampler.Gauge> kernel, Optional<URI> stats, WatchedServer server, PauseLog pauses)
      throws IOException {
    this.server = server;
    this.pauses = pauses;
    startEpochMillis = server.epochMillis();
    MachineCounters counters = new MachineCounters(server.counters(), server.pid());
    machineAtStart = counters.read();
    threadsAtStart = counters.threads();
    localAtStart = server.local();
    List<ServerSampler.Gauge> answers =
        stats.<ServerSampler.Gauge>map(StatsGauge::new).stream().toList();
    this.kernel = new ServerSampler(kernel, KERNEL_PERIOD);
    this.stats = new ServerSampler(answers, STATS_PERIOD);
  }

  /**
   * Begins to sample at once.
   *
   * @param pid of the server
   * @param processes of the server, if it may have several; its switches are then those of the
   *     first one
   * @param stats the address of its statistics; empty if it has none
   * @param pauses where its JVM writes its pauses
   * @throws IOException if the kernel no longer knows a process that was there a moment ago
   */
  public static ServerMonitor over(
      long pid, Optional<Supplier<Set<Long>>> processes, Optional<URI> stats, PauseLog pauses)
      throws IOException {
    List<ServerSampler.Gauge> kernel = new ArrayList<>();
    if (Files.exists(PROC.resolve(Long.toString(pid)).resolve("stat"))) {
      kernel.add(
          processes.isPresent()
              ? new KernelGauge(PROC, pid, processes.get(), System::nanoTime)
              : new KernelGauge(PROC, pid, System::nanoTime));
      kernel.add(Compilers.of(PROC, pid));
    }
    WatchedServer server =
        processes
            .map(all -> new WatchedServer.Here(pid, all))
            .orElseGet(() -> new WatchedServer.Here(pid));
    return new ServerMonitor(kernel, stats, server, pauses);
  }

  /**
   * Begins to sample a server that may run on another machine.
   *
   * @param pauses a file of this machine, to which the log is brought
   * @throws IOException if its machine does not answer
   */
  public static ServerMonitor over(WatchedServer server, Optional<URI> stats, PauseLog pauses)
      throws IOException {
    return new ServerMonitor(
        List.of(new KernelGauge(server, System::nanoTime)), stats, server, pauses);
  }

  /**
   * Returns all samples until now.
   *
   * @param conditions what is known of the machine
   */
  public ServerView seen(Conditions conditions) {
    return new ServerView(kernel.timeline(), stats.timeline(), conditions);
  }

  /**
   * Returns how much each counter has grown since the sampling began; what the server's machine
   * does not say is left out. The server must still run. First the kernel is sampled: a sampler
   * that had to wait for a processor may have no sample after the load.
   */
  public Map<Counter, Double> growth() {
    kernel.sampleNow();
    Map<Counter, Double> growth = new EnumMap<>(Counter.class);
    try {
      OptionalLong now = server.epochMillis(); // first: what follows may take a while
      MachineCounters counters = new MachineCounters(server.counters(), server.pid());
      growth.putAll(MachineCounters.growth(machineAtStart, counters.read()));
      growth.putAll(MachineCounters.growthOfThreads(threadsAtStart, counters.threads()));
      localAtStart.ifPresent(
          start -> server.local().ifPresent(end -> growth.putAll(end.since(start))));
      server.bring(pauses.file());
      if (startEpochMillis.isPresent() && now.isPresent()) {
        growth.putAll(pauses.between(startEpochMillis.getAsLong(), now.getAsLong()));
      }
    } catch (IOException e) {
      // Its machine does not answer. The code that waits for the server reports that.
    }
    return growth;
  }

  /**
   * Returns the collector and processors that the server's JVM has found; empty if unknown. Of one
   * on another machine it is known after {@link #growth}, which brings the log.
   */
  public String serverJvm() {
    return pauses.found();
  }

  /**
   * Checks the readings; is called at the end.
   *
   * @throws LabException if a reading was impossible: then no figure of the run can be believed
   */
  public void check() throws LabException {
    Optional<String> impossible = kernel.impossible();
    if (impossible.isPresent()) {
      throw new LabException(impossible.get());
    }
  }

  @Override
  public void close() {
    kernel.close();
    stats.close();
  }
}
