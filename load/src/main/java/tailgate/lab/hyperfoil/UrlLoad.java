package tailgate.lab.hyperfoil;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Origin;

/**
 * A load with a schedule, at any server, that can be watched and ended while it runs.
 *
 * <pre>
 *   start ──► runs ──► schedule is over ──► all have ended, or have waited for too long ──► over
 *               └── stop ─────────────────────────────────────────────────────────────────► over
 * </pre>
 *
 * <p>A user of an open load opens a connection when no other one is free, and keeps it: there are
 * as many as independent clients would have. An answer of a status from 200 to 399 is a success.
 * Late answers have the time-out to arrive after the schedule. Methods are called by one thread.
 */
public final class UrlLoad {

  /** What is due has failed after the time-out; the event loops have this time to say so. */
  private static final Duration ALLOWANCE = Duration.ofSeconds(1);

  private static final Duration END = Duration.ofSeconds(5);

  private final LoadSpec spec;
  private final Schedule schedule;
  private final LiveRecorder live;
  private final ResultRecorder kept;
  private final LoadClock clock;
  private final LoadDriver driver;
  private final Thread thread;

  private final Map<EventExecutor, OpenRequests> loops = new ConcurrentHashMap<>();

  private final AtomicInteger nextLoop = new AtomicInteger();
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final CompletableFuture<Void> over = new CompletableFuture<>();

  /** How the generator failed; volatile because its thread writes it. */
  private volatile @Nullable Throwable failure;

  /** When the load was ended before its time; confined to the caller's thread. */
  private long cut = Schedule.NEVER;

  /**
   * All figures of a load that is over.
   *
   * @param latencies of answers in segments that count, in microseconds
   * @param waited how long requests without an answer have waited, likewise
   * @param seconds the latencies of {@link LoadResult#seconds}
   * @param resent requests that were sent again, because their kept connection had been closed
   * @param lasted the time for which requests were due
   */
  public record Figured(
      LoadResult result,
      Histogram latencies,
      Histogram waited,
      List<Histogram> seconds,
      long resent,
      Duration lasted) {

    public Figured {
      seconds = List.copyOf(seconds);
    }
  }

  /** Begins a load at once. */
  public UrlLoad(LoadSpec spec, Origin origin) {
    this.spec = spec;
    schedule = new Schedule(spec.segments(), spec.model(), spec.arrivals());
    long timeout = spec.timeout().toNanos();
    live = new LiveRecorder(timeout);
    kept = new ResultRecorder(schedule, spec.users(), timeout);
    clock =
        new LoadClock(
            spec.users(),
            schedule.countsAtOnce(),
            0,
            System::nanoTime,
            lead -> {
              kept.startsAt(System.currentTimeMillis() + TimeUnit.NANOSECONDS.toMillis(lead));
              started.complete(null);
            });
    RecorderPair both = new RecorderPair(live, kept);
    driver =
        new LoadDriver(
            spec.model() == Model.OPEN ? user -> loop(user, both).take(user) : closed(),
            both,
            clock,
            null,
            LoadDriver.Accepts.success(timeout),
            over);
    HyperfoilLoad users = new HyperfoilLoad(spec, origin, true);
    thread = Thread.ofPlatform().daemon().name("tailgate-load").start(() -> run(users));
  }

  private void run(HyperfoilLoad users) {
    try {
      users.run(driver);
    } catch (RuntimeException | Error e) {
      failure = e;
    } finally {
      started.complete(null); // whoever stops it need not wait
    }
  }

  private OpenRequests loop(RequestState user, Recorder recorder) {
    return loops.computeIfAbsent(
        Objects.requireNonNull(user.session, "runs").executor(),
        loop ->
            new OpenRequests(
                recorder,
                new ScheduledTimes(
                    schedule, nextLoop.getAndIncrement(), Math.max(1, spec.threads())),
                live::due,
                clock,
                spec.timeout().toNanos()));
  }

  private RequestSource closed() {
    ScheduledRequests source = new ScheduledRequests(schedule);
    return user -> {
      boolean isActive = source.take(user);
      if (user.due != Schedule.NEVER) {
        user.number = live.due(user.due);
      }
      return isActive;
    };
  }

  /**
   * Waits for the end of the load, at most for a time.
   *
   * @return whether it is over
   * @throws LabException if the generator has failed
   */
  public boolean await(Duration atMost) throws InterruptedException, LabException {
    long end = System.nanoTime() + atMost.toNanos();
    do {
      if (!thread.isAlive() || (started.isDone() && hasEnded(clock.getAsLong()))) {
        end();
        return true;
      }
      thread.join(Duration.ofMillis(10));
    } while (System.nanoTime() - end < 0);
    return false;
  }

  private boolean hasEnded(long now) {
    long length = schedule.length();
    Duration longest = spec.timeout().plus(ALLOWANCE);
    long all = spec.model() == Model.OPEN ? schedule.total() : 0;
    return now > length && (live.hasEnded(all) || now > length + longest.toNanos());
  }

  /** Ends the load before its time: what has no answer yet is unanswered. */
  public void stop() throws InterruptedException, LabException {
    if (thread.isAlive()) {
      started.join();
      cut = Math.max(0, clock.getAsLong());
      kept.cutAt(cut);
      end();
    }
  }

  private void end() throws InterruptedException, LabException {
    loops.values().forEach(OpenRequests::stop);
    over.complete(null);
    thread.join(END);
    checkFailure();
    long now = clock.getAsLong();
    loops.values().forEach(loop -> loop.giveUp(now, -1));
  }

  private void checkFailure() throws LabException {
    Throwable reason = failure;
    if (reason != null) {
      throw new LabException("the generator failed: " + reason, reason);
    }
  }

  /** Returns for how long requests have been due, at most the length of the schedule. */
  public Duration elapsed() {
    long now = started.isDone() ? clock.getAsLong() : 0;
    return Duration.ofNanos(Math.max(0, Math.min(Math.min(now, schedule.length()), cut)));
  }

  /** Returns the figures of the last two seconds. */
  public LiveView view() {
    return live.view(started.isDone() ? clock.getAsLong() : 0);
  }

  /** Returns the figures of a load that is over. */
  public Figured figures() {
    Histogram latencies = Micros.plainHistogram(3);
    kept.histograms().values().forEach(latencies::add);
    Histogram waited = Micros.plainHistogram(3);
    kept.waited().values().forEach(waited::add);
    return new Figured(
        kept.result(),
        latencies,
        waited,
        new ArrayList<>(kept.secondHistograms()),
        driver.resent(),
        elapsed());
  }

  /** Returns the latencies of answers of a load that is over, by the label of their segment. */
  public Map<String, Histogram> bySegment() {
    Map<String, Histogram> all = new HashMap<>();
    kept.histograms().forEach((segment, latencies) -> all.put(segment.label(), latencies));
    return all;
  }
}
