package tailgate.lab.compare;

import static tailgate.lab.load.Text.format;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.claim.Verdict;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;
import tailgate.lab.plan.ExperimentReader;

/** Made-up results of runs of 5 s with several numbers of users. */
final class UserSamples {

  private static final Pattern USERS = Pattern.compile("([\\d,]+) users");

  private UserSamples() {}

  /** Returns the name of an arm of {@code scale} and its like. */
  static String name(String stage, int users, boolean kept) {
    return format("%s, %,d users%s", stage, users, kept ? "" : ", new connections");
  }

  /**
   * Returns the plan of an experiment for some numbers of users, with both kinds of connections.
   */
  static VariantsPlan plan(String name, List<Integer> users, List<String> handler) {
    Map<String, List<String>> only =
        Map.of(
            "users",
            users.stream().map(String::valueOf).toList(),
            "connections",
            List.of("kept", "new"));
    try {
      return FilePlan.of(
              name,
              ExperimentReader.read(Path.of("experiments", name + ".yaml"), false, Map.of()),
              null,
              Map.of("25", "25.0.3"),
              only,
              Set.of(),
              new Blocks(10, 7))
          .with(new FileChanges(StageArguments.NONE, null, null, handler, false))
          .on(2);
    } catch (LabException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the verdicts on results, whose numbers of users are those of the plan. */
  static List<Verdict> judged(String experiment, List<VariantResult> results) {
    List<Integer> users =
        results.stream()
            .flatMap(result -> USERS.matcher(result.run().variant()).results())
            .map(MatchResult::group)
            .map(words -> Integer.parseInt(words.replaceAll("\\D", "")))
            .distinct()
            .toList();
    return new VariantsReport(plan(experiment, users, List.of()), results).judged();
  }

  /** Returns a run of the pool of a part, with latencies in microseconds. */
  static VariantResult pool(
      String part, int users, boolean kept, double perSecond, long p50, long p99) {
    return in(part, result("threadpool", users, kept, perSecond, p50, p99, 0));
  }

  /** Returns a copy that is a run of a part. */
  static VariantResult in(String part, VariantResult result) {
    return as(part + ": " + result.run().variant(), 0, false, result);
  }

  private static VariantResult as(String name, int block, boolean twin, VariantResult result) {
    return VariantSamples.result(
        new VariantRun(name, name, block, twin), result.measured().called(name));
  }

  /** Returns a copy that is in a block. */
  static VariantResult inBlock(int block, boolean twin, VariantResult result) {
    return as(result.run().variant(), block, twin, result);
  }

  /** Returns copies in each of ten blocks, with a second of the first as the A/A arm. */
  static List<VariantResult> tenBlocks(List<VariantResult> points) {
    List<VariantResult> all = new ArrayList<>();
    for (int block = 1; block <= 10; block++) {
      for (VariantResult point : points) {
        all.add(inBlock(block, false, point));
      }
      all.add(inBlock(block, true, points.get(0)));
    }
    return all;
  }

  /** Our figures without their intervals. */
  static String figures(Verdict verdict) {
    return verdict.found().replaceAll(" \\[[^]]*]", "").replaceAll("; .*", "");
  }

  /** A run in which nobody was answered. */
  static VariantResult silent(String stage, int users, boolean kept) {
    return result(stage, users, kept, 0, 0, 0, 1_000);
  }

  /** Returns a run whose generator left out one request in ten. */
  static VariantResult late(String stage, int users) {
    return with(
        result(stage, users, false, 7_000, 1_000, 2_000, 0),
        0,
        new Health(35_000, 31_500, 0, 0, 10, 20));
  }

  /** The same, and so many requests had no answer in the end. */
  static VariantResult unanswered(VariantResult result, long requests) {
    return with(result, requests, result.measured().health());
  }

  private static VariantResult with(
      VariantResult result, long unanswered, @Nullable Health health) {
    Measurement measured = result.measured();
    Figures figures = measured.figures();
    return VariantSamples.result(
        result.run(),
        new Measurement(
            measured.name(),
            measured.stage(),
            measured.perSecond(),
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
            measured.curve(),
            measured.startEpochMillis(),
            measured.millis(),
            measured.latency(),
            health,
            measured.server(),
            null));
  }

  static VariantResult result(
      String stage, int users, boolean kept, double perSecond, long p50, long p99, long failed) {
    String name = name(stage, users, kept);
    List<Long> none = List.of();
    return VariantSamples.result(
        new VariantRun(name, stage, 0, false),
        new Measurement(
            name,
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
            ServerView.NOTHING,
            null));
  }
}
