package tailgate.lab.variants;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tailgate.lab.experiment.Blocks;

/**
 * One request in a hundred waits for 50 ms, or computes for 50 ms: what happens to the P99 of the
 * other 99? An open load, in every model.
 *
 * <p>The two kinds are two independent Poisson processes, by two generators on connections of their
 * own. Together they are one Poisson process, in which each request is slow with a probability of 1
 * % whatever came before; and no fast request waits for a slow one on the same connection, which
 * would be the client's doing and not the model's. Only the fast requests are measured.
 *
 * <p>The claims: requests that wait make the P99 of the others at most twice as long, and requests
 * that compute at most five times. Where a slow request has a thread of the kernel, both should
 * hold; where it has the only thread of a reactor or of the server, neither; and with virtual
 * threads the first alone. They are refuted for a model if the interval of the ratio is elsewhere.
 *
 * <p>What notices that something else was measured: each model is also measured without slow
 * requests at the same rate, at the same server; the slow requests that were answered are counted,
 * so a second generator that does not ask shows, and a run fails if it stops before the first one;
 * and the health of the first one, with which the second one shares its processors.
 */
public final class Mixed {

  public static final String NAME = "mixed";

  /** A single thread has half of its time left at this rate. */
  private static final double PER_SECOND = 600;

  private static final double SHARE = 0.01;

  private static final String NONE = "none";

  private static final List<String> SLOW = List.of("block", "compute");

  private Mixed() {}

  /** What slow requests can do. */
  public static List<String> slow() {
    return SLOW;
  }

  /**
   * The plan.
   *
   * @param slow what slow requests do, some of {@link #slow}
   */
  public static VariantsPlan plan(
      List<String> stages,
      List<String> slow,
      Map<String, String> javas,
      boolean quick,
      Blocks blocks) {
    List<Variant> variants = new ArrayList<>();
    String java = javas.keySet().iterator().next();
    for (String stage : stages) {
      if (!quick) {
        variants.add(variant(java, stage, NONE, false));
      }
      for (String kind : SLOW.stream().filter(slow::contains).toList()) {
        variants.add(variant(java, stage, kind, quick));
      }
    }
    return new VariantsPlan(
        NAME,
        "One request in a hundred waits or computes for 50 ms: what is the P99 of the others?",
        "open model, 600 arrivals a second, Poisson, 1 % of them slow; the figures are those of"
            + " the others",
        "OneInAHundred",
        javas,
        variants,
        new Traffic(
            512,
            PER_SECOND,
            SHARE,
            Duration.ofSeconds(quick ? 3 : 2),
            Duration.ofSeconds(quick ? 4 : 20)),
        blocks.twin(quick, name(stages.get(0), NONE)),
        !quick,
        blocks,
        List.of(
            "none: all requests are fast, at the same rate; the short form leaves it out. block:"
                + " the slow ones wait for 50 ms. compute: they need 50 ms of a processor. \"rare"
                + " ones/s\" are the slow requests that were answered; 6 a second were due.",
            "Fast and slow requests have connections of their own. The singlethreaded stage gets a"
                + " new connection for each request.",
            "\"P99 ms, 95 %\" is the interval over the seconds of a single run, which needs 10,000"
                + " requests; with several blocks the interval is in the column of the P99."));
  }

  private static Variant variant(String java, String stage, String kind, boolean alone) {
    return new Variant(
        name(stage, kind),
        stage,
        Map.of("stage", stage, "slow", kind),
        java,
        stage,
        List.of("--handler-jar", Variant.HANDLERS, "--handler", "example.OneInAHundred"),
        List.of(),
        "/fast",
        "/fast",
        kind.equals(NONE) ? null : "/" + kind,
        kind.equals(NONE) || alone ? null : name(stage, NONE));
  }

  private static String name(String stage, String kind) {
    return "%s, %s".formatted(stage, kind);
  }
}
