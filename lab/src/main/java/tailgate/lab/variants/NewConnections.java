package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;
import static tailgate.lab.variants.Way.BY_CONNECTION;
import static tailgate.lab.variants.Way.BY_REQUEST;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tailgate.lab.experiment.Blocks;

/**
 * 64 users for each processor keep the server busy, with requests that compute for 100 &micro;s:
 * how long does a new connection wait for its answer? An open load of new connections, each with
 * one request, at each stage by each dispatch that fits it.
 *
 * <p>The claims: with a virtual thread for each connection, and with one for each request, the P99
 * of a new connection is at most twice that of the event loop. Both would hold if the scheduler of
 * virtual threads were fair. From Java 22 on it is not: a thread that another virtual thread wakes,
 * which the JDK's poller is, gets into the queue of the carrier that runs the waker, and a new
 * thread into a queue for all carriers, where a carrier looks once its own queue is empty. With a
 * thread for each request, and one reactor that starts them, all are in the same queue. The claims
 * are refuted if the interval of the ratio is above 2. The trials in {@code
 * docs/results/new-connections} were known before.
 *
 * <p>What notices that something else was measured: the answers that the background load got, which
 * are in a column of their own, as a server that serves it less has more time for new connections;
 * a run fails if one of its users is cut off or gets anything but 200; an A/A arm; and the health
 * of the generator, which shares its processors with the background load.
 *
 * <p>A server is warmed by new connections. The load in the background then has the seconds in
 * which the generator warms up.
 */
public final class NewConnections {

  public static final String NAME = "new-connections";

  /** For each processor of the server. */
  private static final int BACKGROUND = 64;

  /** With them 7 % of a processor, and 10,000 in a run. */
  private static final double PER_SECOND = 500;

  /** As many as come in two seconds. */
  private static final int MOST_WAITING = 1_024;

  private static final String PATH = "/robots.txt";

  private static final List<Way> WAYS =
      List.of(
          new Way("thread-per-request", BY_CONNECTION, false),
          new Way("threadpool", BY_REQUEST, false),
          new Way("adaptive-pool", BY_REQUEST, false),
          new Way("virtual-threads", BY_CONNECTION, true),
          new Way("virtual-threads", BY_REQUEST, true),
          new Way("event-loop", BY_REQUEST, true));

  private NewConnections() {}

  /** The stages that can take part. */
  public static List<String> stages() {
    return Way.stages(WAYS);
  }

  /**
   * The plan.
   *
   * @param cores of the server
   * @param stages that take part; none for the usual ones
   */
  public static VariantsPlan plan(
      int cores, List<String> stages, Map<String, String> javas, boolean quick, Blocks blocks) {
    String java = javas.keySet().iterator().next();
    List<Variant> variants =
        Way.chosen(WAYS, stages, quick).stream().map(way -> variant(java, way, cores)).toList();
    return new VariantsPlan(
        NAME,
        format(
            "%d users keep each processor busy: how long does a new connection wait?", BACKGROUND),
        format(
            "open model, %.0f new connections a second, Poisson, beside %d users of a closed one",
            PER_SECOND, BACKGROUND * cores),
        null,
        javas,
        variants,
        Traffic.ofNewConnections(
            MOST_WAITING,
            PER_SECOND,
            Duration.ofSeconds(quick ? 3 : 5),
            Duration.ofSeconds(quick ? 6 : 20)),
        blocks.twin(quick, variants.get(variants.size() - 1).name()),
        !quick,
        blocks,
        List.of(
            "Each request computes for 100 µs. The users on kept connections ask again once they"
                + " have their answer, so no processor time is left; \"background/s\" are their"
                + " answers, over all of the time that they were there. All other figures are those"
                + " of the new connections; the processor time of a request is that of all, divided"
                + " by the new ones, and says nothing.",
            "\"by request\" and \"by connection\" are --dispatch; virtual-threads has one acceptor"
                + " by request, so one reactor.",
            "It would be dishonest to conclude how long a new connection waits at a server that"
                + " has time left: there it does not wait."));
  }

  private static Variant variant(String java, Way way, int cores) {
    String name = "%s by %s".formatted(way.stage(), way.dispatch());
    return new Variant(
        name,
        name,
        Map.of("stage", way.stage(), "dispatch", way.dispatch()),
        java,
        way.stage(),
        arguments(way),
        List.of(),
        PATH,
        PATH,
        null,
        null,
        0,
        0,
        BACKGROUND * cores,
        null);
  }

  /** The threads that two reactors start would be in two queues. */
  private static List<String> arguments(Way way) {
    boolean isOfOneReactor =
        way.stage().equals("virtual-threads") && way.dispatch().equals(BY_REQUEST);
    return Stream.concat(
            Stream.of("--simulate-cpu", "100us", "--dispatch", way.dispatch()),
            isOfOneReactor ? Stream.of("--acceptors", "1") : Stream.of())
        .toList();
  }
}
