package tailgate.lab.sweep;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.lab.claim.Verdict;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;

/** Made-up results of runs of 5 s. */
final class SweepSamples {

  private SweepSamples() {}

  /** Of the pool of a part, with latencies in microseconds. */
  static SweepResult pool(
      Part part, int users, boolean kept, double perSecond, long p50, long p99) {
    return in(part, result("threadpool", users, kept, perSecond, p50, p99, 0));
  }

  /** A run in no block. */
  static SweepRun run(String stage, int users, boolean kept) {
    return new SweepRun(stage, users, kept, 0, false, null);
  }

  /** The same as a run of a part. */
  static SweepResult in(Part part, SweepResult result) {
    SweepRun run = result.run();
    SweepRun its = new SweepRun(run.stage(), run.users(), run.keepAlive(), 0, false, part.name());
    return new SweepResult(its, result.measured().called(its.name()));
  }

  /** The same in each of ten blocks, with a second of the first as the A/A arm. */
  static List<SweepResult> tenBlocks(List<SweepResult> points) {
    List<SweepResult> all = new ArrayList<>();
    for (int block = 1; block <= 10; block++) {
      for (SweepResult point : points) {
        all.add(in(block, false, point));
      }
      all.add(in(block, true, points.get(0)));
    }
    return all;
  }

  private static SweepResult in(int block, boolean twin, SweepResult point) {
    SweepRun run = point.run();
    return new SweepResult(
        new SweepRun(run.stage(), run.users(), run.keepAlive(), block, twin, run.part()),
        point.measured());
  }

  /** Our figures without their intervals. */
  static String figures(Verdict verdict) {
    return verdict.found().replaceAll(" \\[[^]]*]", "").replaceAll("; .*", "");
  }

  /** A run in which nobody was answered. */
  static SweepResult silent(String stage, int users, boolean kept) {
    return result(stage, users, kept, 0, 0, 0, 1_000);
  }

  /** Of a generator that left out one request in ten. */
  static SweepResult late(String stage, int users) {
    return with(
        result(stage, users, false, 7_000, 1_000, 2_000, 0),
        0,
        new Health(35_000, 31_500, 0, 0, 10, 20));
  }

  /** The same, and so many requests had no answer in the end. */
  static SweepResult unanswered(SweepResult result, long requests) {
    return with(result, requests, result.measured().health());
  }

  private static SweepResult with(SweepResult result, long unanswered, @Nullable Health health) {
    Measurement its = result.measured();
    Figures figures = its.figures();
    return new SweepResult(
        result.run(),
        new Measurement(
            its.name(),
            its.stage(),
            its.perSecond(),
            new Figures(
                figures.count(),
                figures.failed(),
                figures.p50(),
                figures.p90(),
                figures.p95(),
                figures.p99(),
                figures.p999(),
                figures.max(),
                unanswered,
                figures.exactTo(),
                figures.mean(),
                figures.deviation()),
            its.curve(),
            its.startEpochMillis(),
            its.millis(),
            its.latency(),
            health,
            its.server()));
  }

  static SweepResult result(
      String stage, int users, boolean kept, double perSecond, long p50, long p99, long failed) {
    SweepRun run = run(stage, users, kept);
    List<Long> none = List.of();
    return new SweepResult(
        run,
        new Measurement(
            run.name(),
            stage,
            perSecond,
            new Figures(
                Math.round(5 * perSecond),
                failed,
                p50,
                p99,
                p99,
                p99,
                p99,
                p99,
                0L,
                100.0,
                (double) p50,
                p50 / 100.0),
            Collections.nCopies(Figures.CURVE.size(), p50),
            0,
            5_000,
            new Timeline(100, none, none, none, none, none),
            null,
            ServerView.NOTHING));
  }
}
