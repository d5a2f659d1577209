package tailgate.lab.race;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.lab.hyperfoil.LiveOutcome;
import tailgate.lab.hyperfoil.LiveView;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.summary.Diagnosis;

/**
 * Holds all that a page shows of one moment. Times are milliseconds since the race began.
 *
 * @param paused no page was there for a minute, so no requests arrive
 */
record RaceFrame(
    double t, boolean spike, boolean paused, MachineLoad.Now machine, List<LaneFrame> lanes) {

  private static final double NANOS = 1e6;
  private static final double BYTES_PER_MIB = 1 << 20;
  private static final String VIRTUAL = "virtual-threads";

  RaceFrame {
    lanes = List.copyOf(lanes);
  }

  /** The event that broke a server first. */
  record Broke(double at, String text) {}

  /**
   * The figures of one lane.
   *
   * @param waiting the requests that are due and have not left, because all users of the generator
   *     are waiting for answers
   * @param events each as [due, sent, ended, outcome]; null stands for what has not happened
   */
  @JsonInclude
  record LaneFrame(
      String stage,
      String state,
      long due,
      long sent,
      long done,
      long refused,
      long failed,
      double rate,
      double p50,
      double p99,
      long inFlight,
      int waiting,
      @Nullable Long queue,
      @Nullable Long busy,
      @Nullable Long workers,
      @Nullable Long connections,
      @Nullable Long threads,
      @Nullable Long virtualThreads,
      @Nullable Long memory,
      @Nullable Double cpu,
      @Nullable Broke broke,
      List<List<@Nullable Double>> events,
      long sampled) {

    /** Describes a lane in a race that began at {@code zeroEpochMillis}. */
    static LaneFrame of(Lane lane, LiveView view, long zeroEpochMillis) {
      LaneFigures figures = lane.figures();
      LiveView.Counts counts = view.counts();
      Double rss = figures.of(ServerTimeline.RSS);
      Long workers = figures.count(ServerTimeline.WORKERS);
      return new LaneFrame(
          lane.stage(),
          lane.state().name(),
          counts.due(),
          counts.sent(),
          counts.answered(),
          counts.refused(),
          counts.failed(),
          Math.round(view.perSecond()),
          view.p50Micros() / 1e3,
          view.p99Micros() / 1e3,
          counts.inFlight(),
          view.waiting(),
          figures.count(ServerTimeline.QUEUED),
          figures.count(ServerTimeline.BUSY),
          workers,
          figures.count(ServerTimeline.CONNECTIONS),
          figures.count(ServerTimeline.THREADS),
          lane.stage().equals(VIRTUAL) ? workers : null,
          rss == null ? null : Math.round(rss * BYTES_PER_MIB),
          figures.of(ServerTimeline.CPU),
          figures.broke().map(first -> broke(first, zeroEpochMillis)).orElse(null),
          view.events().stream().map(LaneFrame::event).toList(),
          view.oneIn());
    }

    private static Broke broke(Diagnosis.First first, long zeroEpochMillis) {
      return new Broke(first.epochMillis() - zeroEpochMillis, first.text());
    }

    private static List<@Nullable Double> event(LiveView.Event event) {
      return Arrays.<@Nullable Double>asList(
          millis(event.due()),
          event.sent() == null ? null : millis(event.sent()),
          event.ended() == null ? null : millis(event.ended()),
          event.outcome() == null ? null : number(event.outcome()));
    }

    private static double number(LiveOutcome outcome) {
      return switch (outcome) {
        case ANSWERED -> 0;
        case REFUSED -> 1;
        case FAILED -> 2;
        case TIMED_OUT -> 3;
      };
    }
  }

  /** Converts nanoseconds to milliseconds, with the precision of a microsecond. */
  static double millis(long nanos) {
    return Math.round(nanos / 1e3) * 1e3 / NANOS;
  }
}
