package tailgate.lab.hyperfoil;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tailgate.lab.load.Health;

/** The requests of the last two seconds, and older ones that are still under way, as figures. */
final class LiveWindow {

  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final long[] ages;
  private final long[] lags;
  private int withLatency;
  private int sent;
  private int blocked;
  private int late;
  private int waiting;

  /**
   * @param recent due in the last two seconds
   * @param overdue due before, and still under way
   */
  LiveWindow(Collection<LiveRequest> recent, Collection<LiveRequest> overdue, long now) {
    ages = new long[recent.size() + overdue.size()];
    lags = new long[recent.size()];
    for (LiveRequest request : recent) {
      add(request, now);
    }
    for (LiveRequest request : overdue) {
      ages[withLatency++] = request.age(now);
      waiting += request.sent == LiveRequest.NOT_YET ? 1 : 0;
    }
  }

  private void add(LiveRequest request, long now) {
    if (request.hasLatency()) {
      ages[withLatency++] = request.age(now);
    }
    if (request.sent == LiveRequest.NOT_YET) {
      waiting += request.inFlight() ? 1 : 0;
      return;
    }
    long lag = request.sent - request.due;
    if (!request.hadUser) {
      blocked++;
    } else {
      lags[sent - blocked] = lag;
      late += lag > LATE_NANOS ? 1 : 0;
    }
    sent++;
  }

  LiveView view(LiveView.Counts counts, double perSecond, List<LiveView.Event> events, long oneIn) {
    Arrays.sort(ages, 0, withLatency);
    int hadUser = sent - blocked;
    Arrays.sort(lags, 0, hadUser);
    long lagP99 = micros(lags, hadUser, 0.99);
    Health health =
        new Health(
            hadUser,
            hadUser,
            0,
            late,
            lagP99,
            micros(lags, hadUser, 1),
            null,
            null,
            perSecond,
            null);
    return new LiveView(
        counts,
        perSecond,
        micros(ages, withLatency, 0.5),
        micros(ages, withLatency, 0.99),
        waiting,
        health,
        events,
        oneIn);
  }

  /** Returns the nearest rank of a sorted part in microseconds, 0 if the part is empty. */
  private static long micros(long[] sorted, int size, double share) {
    int rank = Math.max(1, (int) Math.ceil(share * size));
    return size == 0 ? 0 : TimeUnit.NANOSECONDS.toMicros(Math.max(0, sorted[rank - 1]));
  }
}
