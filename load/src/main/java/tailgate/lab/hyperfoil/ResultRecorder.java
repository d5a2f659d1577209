package tailgate.lab.hyperfoil;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import tailgate.lab.load.Failures;
import tailgate.lab.load.Health;
import tailgate.lab.load.LatencyBreakdown;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;

/**
 * Records latencies and failures of a load, by segment, second and window: where a request was due,
 * however late its answer. In a counted load, segments are ranges of numbers. Times are nanoseconds
 * from the start of the load. Thread-safe; to be read once the load is over.
 */
final class ResultRecorder implements Recorder {

  private final Schedule schedule;
  private final long timeoutNanos;
  private final ServerStops stops;
  private final List<SegmentRecords> segments;
  private final List<Seconds> seconds = new ArrayList<>();
  private final Windows windows;
  private final Punctuality punctuality = new Punctuality();
  private final UsersTime usersTime;

  /** Written once; volatile because another thread reads it when the load is over. */
  private volatile long startEpochMillis;

  /** When the load was cut short. Written once; volatile for the same reason. */
  private volatile long cut = Schedule.NEVER;

  /** Creates a recorder; a request that left has failed after {@code timeoutNanos}. */
  ResultRecorder(Schedule schedule, int users, long timeoutNanos) {
    this(schedule, users, timeoutNanos, ServerStops.UNKNOWN);
  }

  /** Creates a recorder that looks at when the server stands still. */
  ResultRecorder(Schedule schedule, int users, long timeoutNanos, ServerStops stops) {
    this.schedule = schedule;
    this.timeoutNanos = timeoutNanos;
    this.stops = stops;
    segments = schedule.segments().stream().map(SegmentRecords::new).toList();
    long start = 0;
    for (Segment segment : schedule.segments()) {
      seconds.add(new Seconds(segment, start));
      start += segment.nanos();
    }
    windows = new Windows(schedule.length());
    usersTime = new UsersTime(schedule, users, segments);
  }

  void startsAt(long epochMillis) {
    startEpochMillis = epochMillis;
  }

  /** Says that the load ends now, before its time: what would be due later was never due. */
  void cutAt(long now) {
    cut = now;
  }

  @Override
  public void departed(RequestState state, long now) {
    stops.look(now);
    int segment = indexOf(state);
    segments.get(segment).departed(now, Micros.of(now - state.due), state.hadUser);
    if (counts(segment)) {
      // A request of a closed load is never due before its user is free.
      punctuality.departed(now - state.due, state.hadUser || schedule.closed());
    }
  }

  @Override
  public void answered(RequestState state, long now) {
    long latency = Micros.of(now - state.due);
    int segment = indexOf(state);
    segments.get(segment).answered(latency, now, state.asksAgain);
    stops.look(now);
    LatencyBreakdown breakdown = state.breakdown(now, stops);
    if (breakdown != null) {
      segments.get(segment).breakdown.answered(breakdown, state.due);
    }
    usersTime.passed(state.due, now);
    seconds.get(segment).answered(state.due, latency);
    windows.answered(state.due, latency, now);
    if (schedule.model() == Model.COUNTED) {
      segments.get(segment).answeredInTime();
    } else if (now < schedule.length()) {
      segments.get(schedule.segment(state.number, now)).answeredInTime();
    }
  }

  @Override
  public void failed(RequestState state, long now) {
    stops.look(now);
    int segment = indexOf(state);
    boolean isTimedOut = state.isTimedOut(now, timeoutNanos);
    segments.get(segment).failed(cause(state, isTimedOut), now, state.asksAgain);
    usersTime.passed(state.due, now);
    seconds.get(segment).failed(state.due);
    windows.failed(state.due, now);
    if (isTimedOut) {
      segments.get(segment).timedOut(Micros.of(now - state.due));
    }
  }

  private static String cause(RequestState state, boolean isTimedOut) {
    if (state.status != 0) {
      return Integer.toString(state.status);
    }
    if (!state.connected) {
      return Failures.NO_CONNECTION;
    }
    if (isTimedOut) {
      return Failures.NO_ANSWER;
    }
    Throwable broken = state.broken;
    return broken == null ? Failures.CLOSED : Failures.broken(broken);
  }

  @Override
  public void unsent(long number, long due, long now) {
    SegmentRecords segment = segments.get(schedule.segment(number, due));
    segment.failed(Failures.NO_USER, now, false);
    segment.timedOut(Micros.of(now - due));
    seconds.get(schedule.segment(number, due)).failed(due);
    windows.failed(due, now);
  }

  /** Records a request that still waits. One that never left has waited for the generator. */
  @Override
  public void unanswered(RequestState state, long now) {
    if (state.departed) {
      usersTime.passed(state.due, now);
    }
    int segment = waitsIn(state);
    String cause =
        !state.departed
            ? Failures.NOT_SENT
            : state.connected ? Failures.NO_ANSWER : Failures.NO_CONNECTION;
    segments.get(segment).unanswered(cause, Micros.of(now - state.due));
    seconds.get(segment).unanswered(state.due);
  }

  /** Returns the segment in which a user waits; since a warm-up, the next segment that counts. */
  private int waitsIn(RequestState state) {
    int segment = indexOf(state);
    int next = segment;
    while (schedule.closed() && !counts(next) && next < segments.size() - 1) {
      next++;
    }
    return counts(next) ? next : segment;
  }

  private int indexOf(RequestState state) {
    return schedule.segment(state.number, state.due);
  }

  private boolean counts(int segment) {
    return schedule.segments().get(segment).kind().counts();
  }

  LoadResult result() {
    List<SegmentResult> results = segments.stream().map(SegmentRecords::result).toList();
    return new LoadResult(
        startEpochMillis,
        health(results),
        results,
        windows.timeline(),
        counted(seconds::get).flatMap(second -> second.results().stream()).toList());
  }

  /** Returns something of each segment that counts. */
  private <T> Stream<T> counted(Function<Integer, T> of) {
    return IntStream.range(0, segments.size()).filter(this::counts).boxed().map(of);
  }

  private Health health(List<SegmentResult> results) {
    double peak = 0;
    for (int i = 0; i < results.size(); i++) {
      if (counts(i)) {
        SegmentResult result = results.get(i);
        double lasted = usersTime.seconds(i);
        peak = Math.max(peak, lasted == 0 ? 0 : result.answeredInTime() / lasted);
      }
    }
    if (schedule.model() == Model.OPEN) {
      return punctuality.health(schedule.counted(cut), null, null, peak);
    }
    return punctuality.health(
        punctuality.sent(), usersTime.accounted(), usersTime.share(punctuality.lagSeconds()), peak);
  }

  /** Returns the latencies of the segments that count, in their order. */
  Map<Segment, Histogram> histograms() {
    return histograms(records -> records.latencies);
  }

  /** Returns how long the requests without an answer have waited, by segment. */
  Map<Segment, Histogram> waited() {
    return histograms(records -> records.waited);
  }

  private Map<Segment, Histogram> histograms(Function<SegmentRecords, Histogram> kind) {
    Map<Segment, Histogram> histograms = new LinkedHashMap<>();
    counted(i -> i)
        .forEach(i -> histograms.put(schedule.segments().get(i), kind.apply(segments.get(i))));
    return histograms;
  }

  /** Returns the latencies of each second that counts, in order of {@link LoadResult#seconds}. */
  List<Histogram> secondHistograms() {
    return counted(seconds::get)
        .flatMap(second -> second.histograms(startEpochMillis).stream())
        .toList();
  }

  /** Returns the latencies of each window of the {@link LoadResult#timeline}. */
  List<Histogram> windowHistograms() {
    return windows.histograms(startEpochMillis);
  }
}
