package tailgate.lab.variants;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import tailgate.lab.experiment.Blocks;

/**
 * What holds the carriers of virtual threads, and on which Java? 500 users of the stage
 * virtual-threads, and a handler that waits for 100 ms in one of six ways.
 *
 * <p>The claim (JEP 491): before Java 24 a wait inside {@code synchronized} holds the carrier; from
 * then on only native frames and class initializers do. It is refuted if, in the same block, Java
 * 21 keeps more than 5 % of the throughput that it has without the monitor, or Java 25 less than 95
 * %.
 *
 * <p>What notices that something else was measured: {@code park} is the same wait without a
 * monitor, at the same server, so what the machine or the generator takes is in both; the health of
 * the generator, as in all experiments; and the A/A arm repeats {@code park}. A spinning pool is
 * compared with a pool that parks and has as many connections, not with {@code park}.
 */
public final class Carriers {

  public static final String NAME = "carriers";
  private static final String STAGE = "virtual-threads";
  private static final String PARK = "park";
  private static final String POOL = "pool";
  private static final List<String> ALL =
      List.of(PARK, "monitor", "loading", "initializer", POOL, "spin");

  private Carriers() {}

  /** All ways to wait. */
  public static List<String> ways() {
    return ALL;
  }

  /**
   * The plan.
   *
   * @param some ways that take part, beside those that they are compared with; none for the usual
   *     ones
   * @param javas the version of each Java by its name, the newest last
   */
  public static VariantsPlan plan(
      List<String> some, SequencedMap<String, String> javas, boolean quick, Blocks blocks) {
    List<Variant> variants = new ArrayList<>();
    for (String java : javas.sequencedKeySet()) {
      boolean isNewest = java.equals(javas.lastEntry().getKey());
      List<String> usual = quick ? quickly(isNewest) : ALL;
      for (String way : some.isEmpty() ? usual : withBases(some)) {
        variants.add(variant(java, way, base(way)));
      }
    }
    return new VariantsPlan(
        NAME,
        "A handler that waits 100 ms: which ways to wait hold the carriers of virtual threads?",
        "closed model, 500 users on kept connections, virtual-threads, GET /WAY",
        "CarrierHolders",
        javas,
        variants,
        Traffic.closed(
            500,
            Duration.ofMillis(100),
            Duration.ofSeconds(quick ? 1 : 2),
            Duration.ofSeconds(quick ? 3 : 10)),
        blocks.twin(
            quick, name(javas.lastEntry().getKey(), some.isEmpty() ? PARK : base(some.get(0)))),
        !quick,
        blocks,
        List.of(
            "park: Thread.sleep. monitor: the same inside synchronized, where nobody else waits."
                + " loading: the same in a class loader that the JVM asks for a class, so below a"
                + " native frame. initializer: the same while a class is initialized. pool: the"
                + " same with one of 50 permits, for which a thread parks. spin: the same, but it"
                + " yields and tries again until it has one.",
            "\"% of the base\" is the throughput in per cent of park, or for spin of pool, in the"
                + " same block. 500 users and 100 ms allow 5,000 a second, 50 permits allow 500;"
                + " if all carriers are held, as many as there are carriers wait at a time.",
            "The short form leaves out initializer, and all but park and monitor on older Javas,"
                + " unless --ways names them.",
            "A closed loop: a user asks again once it has its answer, so the latencies of a server"
                + " that collapses are lower bounds."));
  }

  /** What holds the carriers of the newest Java holds those of the others too. */
  private static List<String> quickly(boolean isNewest) {
    return isNewest ? List.of(PARK, "monitor", "loading", POOL, "spin") : List.of(PARK, "monitor");
  }

  private static List<String> withBases(List<String> some) {
    return ALL.stream()
        .filter(way -> some.stream().anyMatch(its -> way.equals(its) || way.equals(base(its))))
        .toList();
  }

  /** What a way is compared with, which is itself for a base. */
  private static String base(String way) {
    return way.equals("spin") || way.equals(POOL) ? POOL : PARK;
  }

  private static Variant variant(String java, String way, String base) {
    return new Variant(
        name(java, way),
        name(java, way),
        Map.of("java", java, "way", way),
        java,
        STAGE,
        List.of("--handler-jar", Variant.HANDLERS, "--handler", "example.CarrierHolders"),
        List.of(),
        "/" + way,
        "/" + base,
        null,
        way.equals(base) ? null : name(java, base));
  }

  private static String name(String java, String way) {
    return "Java %s, %s".formatted(java, way);
  }
}
