package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;
import static tailgate.lab.variants.Way.BY_CONNECTION;
import static tailgate.lab.variants.Way.BY_REQUEST;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tailgate.lab.experiment.Blocks;

/**
 * A handler with a buffer of 16 KiB: in a {@link ThreadLocal}, new for each request, or new and
 * bound by a {@code ScopedValue}. What heap and what garbage does that cost in which model? An open
 * load on 64 connections, and thousands of kept connections that ask every 30 s. The young
 * generation has a fixed size, so that it is collected often.
 *
 * <p>The claim: a thread-local saves at least half of the garbage of a request. It should hold in a
 * pool, on the event loop, and where each connection has a thread, and not where each request has
 * one; it is refuted for a model if its garbage is elsewhere. What the heap keeps, a buffer for
 * each thread, is a figure without a claim. A server is not warmed until it has settled: the buffer
 * is allocated by compiled code as by the interpreter, and the load itself comes first for 10 s.
 *
 * <p>What notices that something else was measured: the rate is the same in all variants, and all
 * requests must be answered; the garbage of {@code fresh} has to be the buffer at least; a run
 * fails if one of the idle clients has lost its connection; and the health of the generator.
 */
public final class Locals {

  public static final String NAME = "locals";

  /** The key of a setting. */
  static final String BUFFER = "buffer";

  private static final String HANDLER = "Buffers";
  private static final String FRESH = "fresh";
  private static final String SCOPED = "scoped";
  private static final String LOCAL = "local";

  /** The first Java in which ScopedValue is final. */
  private static final int SCOPED_SINCE = 25;

  private static final int USERS = 64;
  private static final double PER_SECOND = 1_000;

  private static final List<Way> WAYS =
      List.of(
          new Way("thread-per-request", BY_CONNECTION, false),
          new Way("threadpool", BY_REQUEST, true),
          new Way("adaptive-pool", BY_REQUEST, false),
          new Way("virtual-threads", BY_REQUEST, true),
          new Way("virtual-threads", BY_CONNECTION, true),
          new Way("event-loop", BY_REQUEST, false));

  private Locals() {}

  /** How many connections are idle. */
  public static int connections(boolean quick) {
    return quick ? 1_000 : 5_000;
  }

  /** The stages that can take part. */
  public static List<String> stages() {
    return Way.stages(WAYS);
  }

  /**
   * The plan.
   *
   * @param stages that take part; none for the usual ones
   * @param javas the version of the one Java by its name
   */
  public static VariantsPlan plan(
      List<String> stages, Map<String, String> javas, boolean quick, Blocks blocks) {
    List<Variant> variants = new ArrayList<>();
    Map.Entry<String, String> java = javas.entrySet().iterator().next();
    List<Way> ways = Way.chosen(WAYS, stages, quick);
    for (Way way : ways) {
      for (String buffer : buffers(java.getValue(), quick)) {
        variants.add(variant(java.getKey(), way, buffer, connections(quick)));
      }
    }
    return new VariantsPlan(
        NAME,
        "A handler with a buffer of 16 KiB, in a thread-local or new: what heap and what garbage?",
        format(
            "open model, %,.0f arrivals a second on %d connections, Poisson, GET /BUFFER",
            PER_SECOND, USERS),
        HANDLER,
        javas,
        variants,
        new Traffic(
            USERS,
            PER_SECOND,
            0,
            Duration.ofSeconds(quick ? 2 : 10),
            Duration.ofSeconds(quick ? 4 : 15)),
        blocks.twin(quick, Way.measuredTwice(ways).name(FRESH)),
        false,
        blocks,
        remarks(connections(quick)));
  }

  private static List<String> remarks(int connections) {
    return List.of(
        "fresh: a new array for each request. local: a ThreadLocal. scoped: a new array, bound by a"
            + " ScopedValue (Java 25 and later; the short form leaves it out). The handler fills"
            + " the"
            + format(
                " buffer and answers with 8 bytes. %,d clients keep their connections and ask every"
                    + " 30 s.",
                connections),
        "\"garbage KB/request\" is what the pauses of the collector have freed, for each request of"
            + " the load that was due; it includes what the idle clients and the looks at the"
            + " server's statistics make, and a run with few pauses does not show it exactly."
            + " \"heap MiB\" is the least that was left after a pause, with what was promoted and"
            + " has died since. The young generation has 16 MiB, so that there are several pauses.",
        "It would be dishonest to conclude that thread-locals are bad on virtual threads: a small"
            + " one costs a small one. Nor that new buffers are: this collector frees 16 MB a"
            + " second in pauses of milliseconds. Nor that a ScopedValue is an alternative to a"
            + " cache: it says who sees a buffer, and does not keep it.");
  }

  private static List<String> buffers(String version, boolean quick) {
    boolean hasScoped = Runtime.Version.parse(version).feature() >= SCOPED_SINCE;
    return quick || !hasScoped ? List.of(FRESH, LOCAL) : List.of(FRESH, SCOPED, LOCAL);
  }

  private static Variant variant(String java, Way way, String buffer, int idle) {
    String name = way.name(buffer);
    return new Variant(
        name,
        name,
        way.setting(BUFFER, buffer),
        java,
        way.stage(),
        way.arguments(HANDLER),
        List.of("-Xmn16m"),
        "/" + buffer,
        "/" + buffer,
        null,
        buffer.equals(FRESH) ? null : way.name(FRESH),
        idle,
        0);
  }
}
