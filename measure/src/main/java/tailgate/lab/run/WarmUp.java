package tailgate.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import tailgate.lab.LabException;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.process.Children;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.stats.SteadyState.Window;

/**
 * Loads a server until it has settled, as {@link SteadyState} has it; then the load is broken off.
 *
 * @param loads one after the other, each long enough for the longest warm-up
 */
public record WarmUp(LoadEngine<LoadSpec> engine, List<LoadSpec> loads) {

  /** The load is longer: the generator's JVM starts, and its last seconds are in no window. */
  private static final Duration LENGTH = Duration.ofSeconds(SteadyState.LATEST + 10L);

  /** The name of the folder of a warm-up in that of a server. */
  private static final String FOLDER = "warm-up";

  /** The state of a server, and what was seen of it second by second. */
  record Seen(SteadyState state, List<Window> windows) {}

  public WarmUp {
    loads = List.copyOf(loads);
  }

  /** Returns a copy with changed loads. */
  WarmUp with(UnaryOperator<LoadSpec> change) {
    return new WarmUp(engine, loads.stream().map(change).toList());
  }

  /** Returns a warm-up by a closed load: each user asks again once it has its answer. */
  public static WarmUp closed(
      LoadEngine<LoadSpec> engine, String path, boolean keepAlive, int users, Duration timeout) {
    return closed(engine, path, List.of(keepAlive), users, timeout);
  }

  /** Returns a warm-up by one closed load for each kind of connections. */
  public static WarmUp closed(
      LoadEngine<LoadSpec> engine,
      String path,
      List<Boolean> keepAlive,
      int users,
      Duration timeout) {
    List<Segment> segments = List.of(Segment.of(Kind.WARM_UP, 1, 0, LENGTH));
    return new WarmUp(
        engine,
        keepAlive.stream()
            .map(kept -> new LoadSpec(path, kept, users, true, segments, timeout.toMillis()))
            .toList());
  }

  /**
   * Warms a server.
   *
   * @param raw gets a folder for each load, with the windows that were seen
   * @return empty if the server cannot be watched: then it gets a load of {@link
   *     SteadyState#EARLIEST} seconds
   */
  Optional<SteadyState> at(Ready server, Path raw, Children children)
      throws IOException, LabException, InterruptedException {
    Optional<SteadyState> all = Optional.of(new SteadyState(true, 0));
    for (int i = 0; i < loads.size(); i++) {
      Path folder = Files.createDirectories(raw.resolve(i == 0 ? FOLDER : FOLDER + "-" + (i + 1)));
      int earliest = i == 0 ? SteadyState.EARLIEST : SteadyState.EARLIEST_AGAIN;
      Optional<SteadyState> one = at(server, loads.get(i), earliest, folder, children);
      all = all.flatMap(before -> one.map(before::then));
    }
    return all;
  }

  private Optional<SteadyState> at(
      Ready server, LoadSpec load, int earliest, Path folder, Children children)
      throws IOException, LabException, InterruptedException {
    FutureTask<Void> loading =
        new FutureTask<>(
            () -> {
              engine.run(children, server.host(), server.port(), load, folder);
              return null;
            });
    Thread thread = Thread.ofPlatform().name("warm-up").start(loading);
    try {
      if (server.stats().isEmpty() || !server.isWatchable()) {
        goesOn(loading, Duration.ofSeconds(earliest));
        return Optional.empty();
      }
      Pulse pulse = new Pulse.OfStage(server.watched(), server.stats().get());
      Seen seen = watch(pulse, () -> goesOn(loading, Duration.ofSeconds(1)), earliest);
      JsonFiles.write(folder.resolve("windows.json"), seen);
      return Optional.of(seen.state);
    } finally {
      loading.cancel(true); // interrupts the thread, which stops the generator
      thread.join();
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

  /** Whether the load still goes on after this time. */
  private static boolean goesOn(FutureTask<Void> loading, Duration time)
      throws LabException, InterruptedException {
    try {
      loading.get(time.toMillis(), TimeUnit.MILLISECONDS);
      return false;
    } catch (TimeoutException e) {
      return true;
    } catch (ExecutionException e) {
      throw new LabException("the warm-up failed: " + e.getMessage(), e);
    }
  }
}
