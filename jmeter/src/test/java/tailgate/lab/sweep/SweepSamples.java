package tailgate.lab.sweep;

import java.util.Collections;
import java.util.List;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;

/** Made-up results of runs of 5 s. */
final class SweepSamples {

  private SweepSamples() {}

  /** Of the fixed pool, with latencies in microseconds. */
  static SweepResult pool(int users, boolean kept, double perSecond, long p50, long p99) {
    return result("threadpool", users, kept, perSecond, p50, p99, 0);
  }

  /** A run in which nobody was answered. */
  static SweepResult silent(String stage, int users, boolean kept) {
    return result(stage, users, kept, 0, 0, 0, 1_000);
  }

  static SweepResult result(
      String stage, int users, boolean kept, double perSecond, long p50, long p99, long failed) {
    SweepRun run = new SweepRun(stage, users, kept);
    List<Long> none = List.of();
    return new SweepResult(
        run,
        new Measurement(
            run.name(),
            stage,
            perSecond,
            new Figures(Math.round(5 * perSecond), failed, p50, p99, p99, p99, p99, p99),
            Collections.nCopies(Figures.CURVE.size(), p50),
            0,
            5_000,
            new Timeline(100, none, none, none, none, none),
            null,
            ServerView.NOTHING));
  }
}
