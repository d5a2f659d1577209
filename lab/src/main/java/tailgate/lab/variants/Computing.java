package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;

/**
 * Every request computes for 100 &micro;s, and the processors have no time left: how many threads
 * should share one? A closed load of 64 users for each processor, at pools of 1, 4 and 16 workers
 * for each, and at the models that bring their own number of threads.
 *
 * <p>The claims: all answer as many, and more workers behind a queue than processors cost the tail.
 * The kernel gives each thread a slice of some milliseconds in turn. A worker takes task after task
 * until its slice is over, and the request that it has then waits for the slices of all others,
 * while requests that came later are answered. One worker for each processor answers in the order
 * of arrival. A thread for each user gives the processor back after each request, because it waits
 * for the next one, and so is seldom interrupted in one; and so is a worker that ends its turn
 * early ({@code --turn}). They hold if the interval of the ratio of the P99 is above 2 for 16
 * workers against one, below 2 for the thread for each user, virtual or not, against the event
 * loop, and below one half for 16 workers in turns against 16 without.
 *
 * <p>What notices that something else was measured: the processor time for each request, because a
 * server that needs more of it answers fewer and so more slowly; the throughput, which has to be
 * about the same; an A/A arm; and the health of the generator, which needs a tenth of its processor
 * for so many requests.
 *
 * <p>Why the load is closed: an open one that leaves the processors a quarter of their time has no
 * such tail, because there are seldom several busy threads. On the machine that this was written
 * on, a pause of the whole machine for 8 ms, which a neighbour causes, decided the P99 instead.
 */
public final class Computing {

  public static final String NAME = "computing";

  /** For each processor of the server. */
  private static final int USERS = 64;

  /** Workers for each processor. */
  private static final List<Integer> EACH = List.of(1, 4, 16);

  private static final int MOST = 16;
  private static final List<Integer> FEWER = List.of(1, MOST);

  private static final String TURN = "500us";

  private static final String POOL = "threadpool";

  private static final List<String> STAGES =
      List.of(POOL, "adaptive-pool", "thread-per-request", "virtual-threads", "event-loop");

  private static final List<String> FEWER_STAGES = List.of(POOL, "virtual-threads", "event-loop");

  private static final String PATH = "/data.json";

  private Computing() {}

  /** The stages that can take part. */
  public static List<String> stages() {
    return STAGES;
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
    List<String> usual = quick ? FEWER_STAGES : STAGES;
    List<String> some = stages.isEmpty() ? usual : stages;
    List<Variant> variants = new ArrayList<>();
    for (String stage : STAGES.stream().filter(some::contains).toList()) {
      if (stage.equals(POOL)) {
        for (int each : quick ? FEWER : EACH) {
          variants.add(variant(java, POOL, each, cores));
        }
        variants.add(inTurns(variant(java, POOL, MOST, cores)));
      } else {
        variants.add(variant(java, stage, null, cores));
      }
    }
    return new VariantsPlan(
        NAME,
        "Every request computes for 100 µs, and no processor time is left: how many threads should"
            + " share a processor?",
        format(
            "closed model, %d users for each processor of the server (%d), kept connections",
            USERS, cores),
        null,
        javas,
        variants,
        new Traffic(
            USERS * cores,
            null,
            0,
            Duration.ofSeconds(quick ? 3 : 2),
            Duration.ofSeconds(quick ? 4 : 10)),
        blocks.twin(quick, variants.get(0).name()),
        !quick,
        blocks,
        List.of(
            "\"each\" is the number of workers for each processor of the server. The event loop has"
                + " one thread for each, virtual threads run on one carrier more, but at least"
                + " three, thread-per-request has a thread for each user, and the adaptive pool"
                + " decides by itself, from its smallest default size on.",
            "A closed loop: a user asks again once it has its answer, so the processor has no time"
                + " left, and by Little's law the mean latency is the number of users divided by"
                + " the throughput.",
            "\"P99 ms, 95 %\" is the interval over the seconds of a single run, which needs 10,000"
                + " requests; with several blocks the interval is in the column of the P99.",
            "It would be dishonest to conclude how large a pool should be for requests that wait:"
                + " none does here. The length of a slice is the kernel's, and another kernel or"
                + " another setting has another one."));
  }

  /** The same with workers who let others have the processor. */
  private static Variant inTurns(Variant pool) {
    String name = pool.name() + ", turns of " + TURN;
    return new Variant(
        name,
        name,
        Map.of("stage", pool.stage(), "turn", TURN),
        pool.java(),
        pool.stage(),
        Stream.concat(pool.arguments().stream(), Stream.of("--turn", TURN)).toList(),
        pool.jvm(),
        pool.path(),
        pool.warmUp(),
        null,
        null);
  }

  /**
   * One server.
   *
   * @param each workers for each processor; null if the stage has no such option
   */
  private static Variant variant(String java, String stage, @Nullable Integer each, int cores) {
    String name = each == null ? stage : format("%s, %d each", stage, each);
    Stream<String> size =
        each == null ? Stream.of() : Stream.of("--workers", Integer.toString(each * cores));
    return new Variant(
        name,
        name,
        each == null ? Map.of("stage", stage) : Map.of("stage", stage, "each", each.toString()),
        java,
        stage,
        Stream.concat(Stream.of("--simulate-cpu", "100us"), size).toList(),
        List.of(),
        PATH,
        PATH,
        null,
        null);
  }
}
