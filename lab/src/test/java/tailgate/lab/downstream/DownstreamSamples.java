package tailgate.lab.downstream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;

/** Results that nobody has measured. */
final class DownstreamSamples {

  static final String BOUNDED = "http-virtual-semaphore";
  static final String UNBOUNDED = "http-virtual-unbounded";

  private static final Timeline NOTHING =
      new Timeline(100, List.of(), List.of(), List.of(), List.of(), List.of());

  private DownstreamSamples() {}

  static DownstreamPlan plan(int blocks) {
    return DownstreamPlan.full(
        DownstreamPlan.SLOTS,
        DownstreamPlan.SERVICE,
        DownstreamPlan.GIVE_UP,
        List.of(BOUNDED, UNBOUNDED),
        new Blocks(blocks, 7));
  }

  /** Of all blocks, with a little noise. */
  static List<DownstreamResult> results(
      String arm, DownstreamArm.Bounding kind, double perSecond, double ceiling) {
    List<DownstreamResult> results = new ArrayList<>();
    for (int block = 1; block <= 10; block++) {
      double noise = 1 + (block % 3 - 1) * 0.001;
      results.add(result(new DownstreamRun(arm, block, false), kind, perSecond * noise, ceiling));
    }
    return results;
  }

  static DownstreamResult result(
      DownstreamRun run, DownstreamArm.Bounding kind, double perSecond, double ceiling) {
    long answered = Math.round(perSecond * 12);
    Figures figures = new Figures(answered, 100, 250_000, 1, 1, 310_000, 1, 320_000);
    return new DownstreamResult(
        run,
        kind,
        new Measurement(
            run.name(),
            "virtual-threads",
            perSecond,
            figures,
            Collections.nCopies(Figures.CURVE.size(), 250_000L),
            1_000,
            Duration.ofSeconds(22).toMillis(),
            NOTHING,
            new Health(20_000, 20_000, 0, 0, 10, 20),
            ServerView.NOTHING),
        figures,
        1_200,
        2_400,
        figures,
        figures,
        new DownstreamResult.BackEndView(400, ceiling, 16, 5, 10_000, 2_500));
  }
}
