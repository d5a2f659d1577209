package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;
import static tailgate.lab.variants.Way.BY_CONNECTION;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.machine.Isolation.Collector;

/**
 * The same server and load on JVMs that differ in their collector, their heap, their object headers
 * or their version: what tail, what processor time, and what memory for a connection before the
 * warm-up and after it? The stage is virtual-threads by connection, because there a connection
 * keeps most on the heap: its objects and the stack of its thread. Each request makes about 20 KB
 * of small objects, of which headers are a large part; files from a cache would make next to
 * nothing.
 *
 * <p>The claims, each for itself, and what would refute it (the whole interval is elsewhere):
 *
 * <ul>
 *   <li>Compact object headers (JEP 519) save at least 10 % of the live heap of a connection.
 *   <li>ZGC never works for 1 ms while all threads stand (JEP 439), whatever the heap. The time
 *       until they have stopped, and until they run again, is the scheduler's.
 *   <li>At this rate the collector makes no difference to the P99: that of serial, parallel and zgc
 *       is 80 to 125 % of that of g1.
 *   <li>A heap of 64 MiB costs at most 10 % more processor time than one of 256 MiB.
 *   <li>Java 25 needs no more processor time for a request than Java 21, within 10 %.
 *   <li>A connection that a warm server has accepted keeps less heap than one that a cold server
 *       has, because frames of compiled code are smaller than those of the interpreter.
 * </ul>
 *
 * <p>What notices that something else was measured: the rate is the same in all variants, and all
 * requests must be answered; a run fails if the server does not say that it has just the
 * connections that were made, or if one of them was lost; each JVM logs which collector it uses,
 * and the report repeats it; the A/A arm repeats the base; and the health of the generator.
 */
public final class Jvm {

  public static final String NAME = "jvm";

  /** The key of a setting. */
  static final String COLLECTOR = "collector";

  private static final List<Collector> COLLECTORS =
      List.of(Collector.G1, Collector.SERIAL, Collector.PARALLEL, Collector.ZGC);

  private static final List<Collector> QUICK_COLLECTORS =
      List.of(Collector.G1, Collector.SERIAL, Collector.ZGC);

  /** The first Java with compact headers that need no other option. */
  private static final int COMPACT_SINCE = 25;

  private static final String PLAIN = "plain";
  private static final String COMPACT = "compact";

  private static final String HANDLER = "SmallObjects";
  private static final String PATH = "/fields";
  private static final int USERS = 64;
  private static final double PER_SECOND = 1_000;

  private static final Way WAY = new Way("virtual-threads", BY_CONNECTION, true);

  private Jvm() {}

  /** What is compared if nobody says otherwise, the base first. */
  public static List<Collector> collectors(boolean quick) {
    return quick ? QUICK_COLLECTORS : COLLECTORS;
  }

  /** The same for {@code -Xmx}. */
  public static List<String> heaps(boolean quick) {
    return quick ? List.of("256m", "64m") : List.of("256m", "64m", "1g");
  }

  /** How many connections are idle. */
  public static int connections(boolean quick) {
    return quick ? 1_000 : 2_000;
  }

  /** Whether one of these has compact object headers. */
  public static boolean hasCompact(SequencedMap<String, String> javas) {
    return javas.values().stream().anyMatch(its -> feature(its) >= COMPACT_SINCE);
  }

  private static int feature(String version) {
    return Runtime.Version.parse(version).feature();
  }

  private static String newest(SequencedMap<String, String> javas) {
    return javas.sequencedEntrySet().stream()
        .max(Comparator.comparing(java -> Runtime.Version.parse(java.getValue())))
        .orElseThrow()
        .getKey();
  }

  /**
   * The plan. It varies one thing at a time, as the claims do.
   *
   * @param javas the version of each Java by its name
   * @param collectors that of the base first
   * @param heaps sizes for {@code -Xmx}, that of the base first
   * @param crossed whether there is also each collector with each heap on the newest Java, and each
   *     collector with compact headers and on each other Java
   */
  public static VariantsPlan plan(
      SequencedMap<String, String> javas,
      List<Collector> collectors,
      List<String> heaps,
      boolean crossed,
      boolean quick,
      Blocks blocks) {
    Arm base = new Arm(newest(javas), collectors.get(0), heaps.get(0), PLAIN);
    List<Variant> variants =
        arms(javas, collectors, heaps).stream()
            .filter(arm -> arm.differences(base) <= 1 || (crossed && arm.isInProduct(base)))
            .map(arm -> arm.variant(base, javas, connections(quick)))
            .toList();
    return new VariantsPlan(
        NAME,
        "Collector, heap, object headers, version of Java: what tail, what processor time, what"
            + " memory for a connection?",
        format(
            ("open model, %,.0f arrivals a second on %d connections, Poisson, virtual-threads by"
                + " connection, GET %s"),
            PER_SECOND,
            USERS,
            PATH),
        HANDLER,
        javas,
        variants,
        new Traffic(
            USERS,
            PER_SECOND,
            0,
            Duration.ofSeconds(quick ? 2 : 30),
            Duration.ofSeconds(quick ? 4 : 20)),
        blocks.twin(quick, base.name()),
        false,
        blocks,
        remarks(connections(quick)));
  }

  private static List<Arm> arms(
      SequencedMap<String, String> javas, List<Collector> collectors, List<String> heaps) {
    List<Arm> arms = new ArrayList<>();
    for (Map.Entry<String, String> java : javas.sequencedEntrySet()) {
      boolean hasCompact = feature(java.getValue()) >= COMPACT_SINCE;
      for (String headers : hasCompact ? List.of(PLAIN, COMPACT) : List.of(PLAIN)) {
        for (String heap : heaps) {
          collectors.forEach(its -> arms.add(new Arm(java.getKey(), its, heap, headers)));
        }
      }
    }
    return arms;
  }

  /** Without statistics of requests, whose history grows while memory is read. */
  static List<String> arguments() {
    List<String> arguments = new ArrayList<>(WAY.arguments(HANDLER));
    arguments.add("--no-metrics");
    return arguments;
  }

  /** A JVM. */
  private record Arm(String java, Collector collector, String heap, String headers) {

    int differences(Arm base) {
      return (java.equals(base.java) ? 0 : 1)
          + (collector == base.collector ? 0 : 1)
          + (heap.equals(base.heap) ? 0 : 1)
          + (headers.equals(base.headers) ? 0 : 1);
    }

    /** Whether it differs from the base in its collector and one thing more. */
    boolean isInProduct(Arm base) {
      return collector != base.collector && differences(base) == 2;
    }

    String name() {
      String compact = headers.equals(COMPACT) ? ", compact headers" : "";
      return "Java %s, %s, %s%s".formatted(java, collector, heap, compact);
    }

    Variant variant(Arm base, SequencedMap<String, String> javas, int idle) {
      return new Variant(
          name(),
          name(),
          Map.of("java", java, COLLECTOR, collector.toString(), "heap", heap, "headers", headers),
          java,
          WAY.stage(),
          arguments(),
          options(Objects.requireNonNull(javas.get(java))),
          PATH,
          PATH,
          null,
          equals(base) ? null : base.name(),
          idle,
          0);
    }

    /** A later Java may have compact headers without being asked. */
    private List<String> options(String version) {
      List<String> options = new ArrayList<>(collector.options());
      options.add("-Xmx" + heap);
      if (feature(version) >= COMPACT_SINCE) {
        String sign = headers.equals(COMPACT) ? "+" : "-";
        options.add("-XX:" + sign + "UseCompactObjectHeaders");
      }
      return options;
    }
  }

  private static List<String> remarks(int connections) {
    return List.of(
        FootprintColumns.remark(connections),
        "Resident memory says less, and its difference can be negative: pages that a heap has used"
            + " once may stay, so after a load connections can seem to cost nothing, and a full"
            + " collection gives some of them back. Without a collection, most of it would be"
            + " garbage. ZGC on Java 21 maps its heap several times. \"RSS MiB\" is the most during"
            + " the load, with garbage.",
        "\"longest stop ms\" is the longest safepoint during the load, whatever it was for;"
            + " \"longest pause ms\" is the longest part of one in which all threads stood, without"
            + " the time until they did and until they ran again, which is the scheduler's where"
            + " there are few processors. ZGC does most of its work while the threads run, which is"
            + " in the processor time. -XX:+UseZGC is not generational before Java 23.",
        "It would be dishonest to conclude which collector is the fastest: at 20 MB of garbage a"
            + " second and a few MB of live objects none has much to do. Nor that a smaller heap is"
            + " free: another handler keeps more. Nor anything about idle memory in general: a full"
            + " collection is asked for here, which a server does not do by itself.");
  }
}
