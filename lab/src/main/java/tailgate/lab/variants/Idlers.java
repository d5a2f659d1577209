package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;
import static tailgate.lab.variants.Way.BY_CONNECTION;
import static tailgate.lab.variants.Way.BY_REQUEST;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;

/**
 * Many kept connections that ask rarely, or clients that read slowly: which models have something
 * left for the others? An open load on 90 connections at each stage, by each dispatch that fits it.
 *
 * <p>In {@code few} there is nobody else. In {@code idle} thousands of clients were there before,
 * which keep their connections and ask every 30 s. In {@code slow} it is 200 clients, which read an
 * answer of 8 MiB at 4 KB a second.
 *
 * <p>The claim: at most ten requests of the load fail, one in a hundred. It will not hold for a
 * pool with dispatch by connection, where each client keeps a worker although it does nothing, and
 * the load gets no answer. With dispatch by request, with a thread for each connection, or without
 * workers, it is refuted if more fail in any block. A server is not warmed until it has settled:
 * whether a request is answered at all does not depend on that.
 *
 * <p>What notices that something else was measured: {@code few} is the same load at the same kind
 * of server; a run fails if one of the other clients has lost its connection before it was over;
 * and the health of the generator, with which they share a processor.
 */
public final class Idlers {

  public static final String NAME = "idlers";

  /** More than a pool has workers. */
  public static final int SLOW_READERS = 200;

  private static final String HANDLER = "SmallOrLarge";
  private static final String PATH = "/small";
  private static final String NOBODY_ELSE = "few";
  private static final String IDLE = "idle";

  /**
   * Fewer than a pool has workers, and five standard deviations more than are under way if none is
   * answered, so that a connection is free for each request.
   */
  private static final int USERS = 90;

  private static final double PER_SECOND = 100;

  private static final Duration GIVE_UP = Duration.ofMillis(500);

  private static final List<Way> WAYS =
      List.of(
          new Way("thread-per-request", BY_CONNECTION, false),
          new Way("threadpool", BY_REQUEST, true),
          new Way("threadpool", BY_CONNECTION, true),
          new Way("adaptive-pool", BY_REQUEST, false),
          new Way("adaptive-pool", BY_CONNECTION, false),
          new Way("virtual-threads", BY_REQUEST, false),
          new Way("virtual-threads", BY_CONNECTION, true),
          new Way("event-loop", BY_REQUEST, true));

  private Idlers() {}

  /** How many connections are idle. */
  public static int connections(boolean quick) {
    return quick ? 1_000 : 10_000;
  }

  /** The stages that can take part. */
  public static List<String> stages() {
    return Way.stages(WAYS);
  }

  /**
   * The plan.
   *
   * @param stages that take part; none for the usual ones
   */
  public static VariantsPlan plan(
      List<String> stages, Map<String, String> javas, boolean quick, Blocks blocks) {
    List<Variant> variants = new ArrayList<>();
    String java = javas.keySet().iterator().next();
    List<Way> ways = Way.chosen(WAYS, stages, quick);
    for (Way way : ways) {
      if (!quick) {
        variants.add(variant(java, way, NOBODY_ELSE, 0, 0, null));
      }
      String base = quick ? null : way.name(NOBODY_ELSE);
      variants.add(variant(java, way, IDLE, connections(quick), 0, base));
      variants.add(variant(java, way, "slow", 0, SLOW_READERS, base));
    }
    return new VariantsPlan(
        NAME,
        "Thousands of kept connections that ask rarely, or clients that read slowly: what is left"
            + " for the others?",
        format(
            "open model, %.0f arrivals a second on %d connections, Poisson, GET %s",
            PER_SECOND, USERS, PATH),
        HANDLER,
        javas,
        variants,
        new Traffic(
            USERS,
            PER_SECOND,
            0,
            Duration.ofSeconds(quick ? 2 : 5),
            Duration.ofSeconds(quick ? 4 : 10),
            GIVE_UP,
            null,
            false),
        blocks.twin(quick, Way.measuredTwice(ways).name(quick ? IDLE : NOBODY_ELSE)),
        false,
        blocks,
        remarks(connections(quick)));
  }

  private static List<String> remarks(int connections) {
    return List.of(
        format(
            ("few: nobody else; the short form leaves it out. idle: %,d clients were there before,"
                + " keep their connections and ask every 30 s. slow: %d clients read 8 MiB at 4 KB"
                + " a second. All figures are those of the load; the processor time is the whole"
                + " server's."),
            connections,
            SLOW_READERS),
        "\"by request\" and \"by connection\" are --dispatch. The pool has 100 workers, the"
            + " adaptive one at most 256; clients wait for a worker in a queue of 20,000, and the"
            + " servers never end a client for its silence. Clients of the load give up after half"
            + " a second.",
        "It would be dishonest to conclude that pools cannot serve connections: by request they do,"
            + " and with an idle timeout of seconds a worker comes back after that. Nor that a"
            + " thread for each connection is free: its memory is in the column beside. Nor that"
            + " slow readers cost nothing by request: here they all get the same 8 MiB, which the"
            + " server keeps once; answers that are made for each would fill the heap.");
  }

  private static Variant variant(
      String java, Way way, String clients, int idle, int slowReaders, @Nullable String base) {
    String name = way.name(clients);
    return new Variant(
        name,
        name,
        way.setting("clients", clients),
        java,
        way.stage(),
        way.arguments(HANDLER),
        List.of(),
        PATH,
        PATH,
        null,
        base,
        idle,
        slowReaders);
  }
}
