package tailgate.lab.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tailgate.lab.LabException;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.stats.SteadyState.Window;

/**
 * Loads a server until it has settled, as {@link SteadyState} has it; then the load is broken off.
 *
 * @param loads one after the other, each long enough for the longest warm-up
 */
public record ServerWarmUp(List<LoadSpec> loads) {

  /** The load is longer: the generator's JVM starts, and its last seconds are in no window. */
  private static final Duration LENGTH = Duration.ofSeconds(SteadyState.LATEST + 10L);

  private static final String FOLDER = "warm-up";

  /** The state of a server, and what was seen of it second by second. */
  record Seen(SteadyState state, List<Window> windows) {}

  public ServerWarmUp {
    loads = List.copyOf(loads);
  }

  ServerWarmUp with(UnaryOperator<LoadSpec> change) {
    return new ServerWarmUp(loads.stream().map(change).toList());
  }

  /**
   * Returns a warm-up by one closed load for each kind of connections: each user asks again once it
   * has its answer.
   */
  public static ServerWarmUp closed(
      String path, List<Boolean> keepAlive, int users, Duration timeout) {
    List<Segment> segments = List.of(Segment.of(Kind.WARM_UP, 1, 0, LENGTH));
    long millis = timeout.toMillis();
    return new ServerWarmUp(
        keepAlive.stream()
            .map(
                kept ->
                    new LoadSpec(
                        path, kept, users, Model.CLOSED, segments, millis, LoadSpec.ALL_CORES))
            .toList());
  }

  /**
   * Warms a server.
   *
   * @param source a generator of its own for each load, because each is broken off
   * @param context its folder gets a folder for each load, with the windows that were seen
   * @return empty if the server cannot be watched: then it gets a load of {@link
   *     SteadyState#EARLIEST} seconds
   */
  Optional<SteadyState> at(Ready server, LoadGenerator<LoadSpec> source, RunContext context)
      throws IOException, LabException, InterruptedException {
    Optional<SteadyState> all = Optional.of(new SteadyState(true, 0));
    for (int i = 0; i < loads.size(); i++) {
      RunContext inner = context.in(i == 0 ? FOLDER : FOLDER + "-" + (i + 1));
      int earliest = i == 0 ? SteadyState.EARLIEST : SteadyState.EARLIEST_AGAIN;
      Optional<SteadyState> steady = by(loads.get(i), server, source, earliest, inner);
      all = all.flatMap(before -> steady.map(before::then));
    }
    return all;
  }

  private static Optional<SteadyState> by(
      LoadSpec load, Ready server, LoadGenerator<LoadSpec> source, int earliest, RunContext context)
      throws IOException, LabException, InterruptedException {
    try (RunningLoad loading = RunningLoad.start("the warm-up", source, load, server, context)) {
      if (server.stats().isEmpty() || !server.isWatchable()) {
        loading.goesOn(Duration.ofSeconds(earliest));
        return Optional.empty();
      }
      Pulse pulse = new Pulse.OfStage(server.watched(), server.stats().get());
      Seen seen = watch(pulse, () -> loading.goesOn(Duration.ofSeconds(1)), earliest);
      JsonFiles.write(context.folder().resolve("windows.json"), seen);
      return Optional.of(seen.state);
    }
  }

  /** Waits for a second of the load. */
  @FunctionalInterface
  interface Second {

    /** Waits, and returns whether the load goes on. */
    boolean pass() throws LabException, InterruptedException;
  }

  /**
   * Looks once a second until the server has settled or has had its time. A server under load may
   * be too busy to answer; then the next window is longer.
   */
  static Seen watch(Pulse pulse, Second second, int earliest)
      throws LabException, InterruptedException {
    List<Window> windows = new ArrayList<>();
    Optional<Pulse.Reading> last = read(pulse);
    while (!SteadyState.of(windows, earliest).decided() && second.pass()) {
      Optional<Pulse.Reading> now = read(pulse);
      if (now.isPresent()) {
        last.map(before -> window(before, now.get()))
            .filter(window -> window.requests() > 0 || !windows.isEmpty()) // the load has begun
            .ifPresent(windows::add);
        last = now;
      }
    }
    return new Seen(SteadyState.of(windows, earliest), List.copyOf(windows));
  }

  private static Optional<Pulse.Reading> read(Pulse pulse) {
    try {
      return Optional.of(pulse.read());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Window window(Pulse.Reading before, Pulse.Reading now) {
    return new Window(
        (now.nanos() - before.nanos()) / 1e9,
        now.requests() - before.requests(),
        now.cpuTicks() - before.cpuTicks());
  }
}
