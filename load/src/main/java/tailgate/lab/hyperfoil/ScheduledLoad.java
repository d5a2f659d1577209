package tailgate.lab.hyperfoil;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Origin;

/** Drives a load whose requests all have a place in a {@link Schedule}. */
final class ScheduledLoad {

  private static final Duration MOST_DRAIN = Duration.ofSeconds(5);

  private final LoadSpec spec;
  private final HyperfoilLoad users;
  private final Duration drain;
  private final Schedule schedule;
  private final ResultRecorder recorder;

  ScheduledLoad(LoadSpec spec, String host, int port, ServerStops stops) {
    this(spec, host, port, stops, MOST_DRAIN);
  }

  /** Prepares a load that waits at most so long for the answers to its last requests. */
  ScheduledLoad(LoadSpec spec, String host, int port, ServerStops stops, Duration mostDrain) {
    this.spec = spec;
    users = new HyperfoilLoad(spec, new Origin(host, port), false);
    drain = spec.timeout().compareTo(mostDrain) < 0 ? spec.timeout() : mostDrain;
    schedule = new Schedule(spec.segments(), spec.model(), spec.arrivals());
    recorder = new ResultRecorder(schedule, spec.users(), spec.timeout().toNanos(), stops);
  }

  /**
   * Drives the load; returns when all of it has been answered or has failed.
   *
   * @param onStart run once, shortly before the first request is due
   * @param notBeforeMillis the load begins no earlier than at this value of {@link
   *     System#currentTimeMillis}; 0 for at once
   */
  ResultRecorder run(Runnable onStart, long notBeforeMillis) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    LoadClock clock =
        new LoadClock(
            spec.users(),
            schedule.countsAtOnce(),
            notBeforeMillis,
            System::nanoTime,
            lead -> {
              recorder.startsAt(System.currentTimeMillis() + TimeUnit.NANOSECONDS.toMillis(lead));
              if (schedule.closed()) {
                long most = lead + schedule.length() + drain.toNanos();
                over.completeOnTimeout(null, most, TimeUnit.NANOSECONDS);
              }
              onStart.run();
            });
    LoadDriver.Accepts accepts =
        spec.requests() == null ? LoadDriver.Accepts.OK_ALONE : LoadDriver.Accepts.success(0);
    users.run(
        new LoadDriver(
            new ScheduledRequests(schedule), recorder, clock, spec.retries(), accepts, over));
    return recorder;
  }
}
