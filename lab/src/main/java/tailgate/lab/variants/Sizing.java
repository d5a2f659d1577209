package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tailgate.lab.experiment.Blocks;

/**
 * How should a pool find its number of threads? 500 users who ask again once they have their
 * answer, at a pool of 1 to 256 threads with each {@code --policy}, and at fixed pools of 8 and of
 * 256, with two handlers. One waits 5 ms for one of four connections: more threads than a few do no
 * more. The other waits 50 ms for nobody: each thread helps.
 *
 * <p>The claims: {@code littles-law} tells them apart. With four connections it has at most 16
 * threads and answers at least 98 % of what 256 threads do, and without them at least 95 %. {@code
 * hill-climbing} and {@code liberty} do the same with four connections; without them they climb, to
 * more than 8 threads, but have at most 128 yet. The claims are refuted if the interval of the
 * number, or of the ratio to the fixed pool in the same block, is elsewhere. A pool begins with one
 * thread, fewer than either handler needs, so that one that never grows refutes both.
 *
 * <p>The pool is measured after the warm-up of the load, which is as long as a policy has to find
 * its number: those of .NET and of Open Liberty add few threads a second, and need longer where
 * each thread helps.
 *
 * <p>What notices that something else was measured: the fixed pools, whose throughput is known (800
 * a second with four connections; 160 and 5,120 without); the threads that the server publishes; an
 * A/A arm; and the health of the generator.
 */
public final class Sizing {

  public static final String NAME = "sizing";

  /** In a setting: who chooses the number of workers. */
  static final String POLICY = "policy";

  private static final int USERS = 500;

  private static final List<String> POLICIES =
      List.of("littles-law", "ladder", "hill-climbing", "liberty");

  private static final String LEAST = "1";
  private static final String FEW = "8";
  private static final String MOST = "256";

  /**
   * A handler.
   *
   * @param arguments that the server needs for it
   */
  private record Kind(String name, String path, List<String> arguments, boolean isQuick) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              "four-connections",
              "/x",
              List.of("--handler-jar", Variant.HANDLERS, "--handler", "example.FourConnections"),
              true),
          new Kind("waits", "/logo.svg", List.of("--simulate-io", "50ms"), false));

  private Sizing() {}

  /** All policies of the adaptive pool. */
  public static List<String> policies() {
    return POLICIES;
  }

  /**
   * The plan.
   *
   * @param policies that take part, some of {@link #policies}
   */
  public static VariantsPlan plan(
      List<String> policies, Map<String, String> javas, boolean quick, Blocks blocks) {
    String java = javas.keySet().iterator().next();
    List<Variant> variants = new ArrayList<>();
    for (Kind kind : KINDS) {
      if (quick && !kind.isQuick()) {
        continue;
      }
      if (!quick) {
        variants.add(fixed(java, kind, FEW));
        variants.add(fixed(java, kind, MOST));
      }
      POLICIES.stream()
          .filter(policies::contains)
          .forEach(policy -> variants.add(adaptive(java, kind, policy, quick)));
    }
    return new VariantsPlan(
        NAME,
        "Four connections behind the handler, or none: how many threads does a pool find that"
            + " sizes itself?",
        format("closed model, %d users on kept connections", USERS),
        "FourConnections",
        javas,
        variants,
        Traffic.closed(
            USERS,
            Duration.ofMillis(50),
            Duration.ofSeconds(quick ? 8 : 20),
            Duration.ofSeconds(quick ? 4 : 10)),
        blocks.twin(quick, variants.get(Math.min(1, variants.size() - 1)).name()),
        false,
        blocks,
        List.of(
            "four-connections: the handler waits 5 ms for one of four connections, so it can do"
                + " at most 800 requests a second, however many threads there are. waits: it"
                + " waits 50 ms for nobody, so each thread answers 20 a second.",
            "\"% of the base\" is the throughput in per cent of a fixed pool of 256 threads in the"
                + " same block. \"workers\" is their mean number while the load was measured.",
            "hill-climbing and liberty are written from the descriptions of .NET's and Open"
                + " Liberty's pools, and are not these pools: they leave out, among others, what"
                + " their classes name. Both add few threads a second.",
            "A closed loop: a user asks again once it has its answer, so by Little's law the mean"
                + " latency is the number of users divided by the throughput."));
  }

  private static Variant fixed(String java, Kind kind, String workers) {
    return variant(
        java,
        kind,
        "threadpool",
        "fixed " + workers,
        List.of("--workers", workers),
        !workers.equals(MOST));
  }

  private static Variant adaptive(String java, Kind kind, String policy, boolean alone) {
    return variant(
        java,
        kind,
        "adaptive-pool",
        policy,
        List.of("--min-workers", LEAST, "--max-workers", MOST, "--policy", policy),
        !alone);
  }

  private static Variant variant(
      String java,
      Kind kind,
      String stage,
      String policy,
      List<String> arguments,
      boolean isCompared) {
    String name = name(kind, policy);
    return new Variant(
        name,
        name,
        Map.of(POLICY, policy.replace(' ', '-'), "handler", kind.name()),
        java,
        stage,
        Stream.concat(arguments.stream(), kind.arguments().stream()).toList(),
        List.of(),
        kind.path(),
        kind.path(),
        null,
        isCompared ? name(kind, "fixed " + MOST) : null);
  }

  private static String name(Kind kind, String policy) {
    return "%s, %s".formatted(kind.name(), policy);
  }
}
