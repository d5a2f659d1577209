package tailgate.lab.handoff;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;

/** Results that nobody has measured. */
final class HandoffSamples {

  private static final Timeline NOTHING =
      new Timeline(100, List.of(), List.of(), List.of(), List.of(), List.of());

  private HandoffSamples() {}

  static HandoffResult result(String kind, int workers, int trial, double perSecond) {
    return result(kind, workers, trial, perSecond, 0);
  }

  /** Of a generator that left out one request in ten. */
  static HandoffResult late(String kind, int workers, int trial, double perSecond) {
    return result(kind, workers, trial, perSecond, 0, new Health(10_000, 9_000, 0, 0, 10, 20));
  }

  static HandoffResult result(String kind, int workers, int trial, double perSecond, long failed) {
    return result(
        kind, workers, trial, perSecond, failed, new Health(10_000, 10_000, 0, 0, 10, 20));
  }

  private static HandoffResult result(
      String kind, int workers, int trial, double perSecond, long failed, Health health) {
    HandoffRun run = new HandoffRun(kind, workers, trial, false, true);
    return new HandoffResult(
        run,
        new Measurement(
            run.name(),
            "threadpool",
            perSecond,
            new Figures(10_000 - failed, failed, 1_230, 1_500, 1_600, 4_560, 5_000, 6_000),
            Collections.nCopies(Figures.CURVE.size(), 1_230L),
            1_000,
            500,
            NOTHING,
            health,
            new ServerView(
                new ServerTimeline(List.of(1_100L, 1_200L), Map.of("cpu", List.of(0.9, 1.1))),
                ServerTimeline.EMPTY)));
  }
}
