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
 * What memory does a thread cost that waits? Thousands of connections have had an answer and are
 * silent: with a platform thread for each, with a virtual thread for each, and without a thread of
 * their own. They are made at a server that is new, and anew after a load. What the third server
 * needs for one is what a connection costs without a thread.
 *
 * <p>The claims are those of the Java evolution, that a platform thread costs about 1 to 2 MB and a
 * virtual one about 1 to 10 KB. They are judged by what a connection of the new server costs with
 * its thread, which is an upper bound: the resident memory with a platform thread, because its
 * stack is outside of the heap, and the live heap with a virtual one, whose stack is an object. A
 * claim is refuted if the whole interval is elsewhere, by a factor of 1.25. That a virtual thread
 * costs less is refuted if its connection has as much resident memory.
 *
 * <p>What notices that something else was measured: the column with the threads of the process,
 * which has to have one for each connection at the first server, and few at the others; a run fails
 * if the server does not say that it has just the connections that were made, or if one of them was
 * lost; the A/A arm repeats the first server; and the health of the generator.
 */
public final class Threads {

  public static final String NAME = "threads";

  private static final String HANDLER = "SmallOrLarge";
  private static final String PATH = "/small";
  private static final int USERS = 64;
  private static final double PER_SECOND = 1_000;

  private static final List<Way> WAYS =
      List.of(
          new Way("thread-per-request", BY_CONNECTION, true),
          new Way("virtual-threads", BY_CONNECTION, true),
          new Way("event-loop", BY_REQUEST, true));

  private Threads() {}

  /** How many connections wait. */
  public static int connections(boolean quick) {
    return quick ? 1_000 : 2_000;
  }

  /** The stages that can take part. */
  public static List<String> stages() {
    return Way.stages(WAYS);
  }

  /**
   * The plan.
   *
   * @param stages that take part; none for all
   * @param javas the version of the one Java by its name
   */
  public static VariantsPlan plan(
      List<String> stages, Map<String, String> javas, boolean quick, Blocks blocks) {
    String java = javas.keySet().iterator().next();
    List<Variant> variants = new ArrayList<>();
    for (Way way : Way.chosen(WAYS, stages, quick)) {
      variants.add(variant(java, way, connections(quick)));
    }
    return new VariantsPlan(
        NAME,
        "A connection that waits, with a platform thread, with a virtual one, and without: what"
            + " memory?",
        format(
            "open model, %,.0f arrivals a second on %d connections, Poisson, GET %s",
            PER_SECOND, USERS, PATH),
        HANDLER,
        javas,
        variants,
        new Traffic(
            USERS,
            PER_SECOND,
            0,
            Duration.ofSeconds(quick ? 2 : 5),
            Duration.ofSeconds(quick ? 4 : 10)),
        blocks.twin(quick, variants.get(0).name()),
        false,
        blocks,
        remarks(connections(quick)));
  }

  private static List<String> remarks(int connections) {
    return List.of(
        FootprintColumns.remark(connections),
        "The servers have a heap of at most 256 MiB. A new thread's stack is reserved, 1 MiB"
            + " unless -Xss says otherwise, and gets memory where it is written. Linux can be told"
            + " to back it with pages of 2 MiB (transparent huge pages \"always\", where most"
            + " distributions have \"madvise\"): then a thread of an older Java may cost all that"
            + " is reserved.",
        "It would be dishonest to conclude what a thread costs that does something: a deep stack"
            + " is written deeper, that of a virtual thread as well. Nor that this is all: the"
            + " kernel keeps a stack of 16 KiB and its own records of each platform thread, and"
            + " none of that is in the memory of the process. Nor that memory is what limits the"
            + " number of platform threads; limits of the kernel and of containers count threads,"
            + " too.");
  }

  private static Variant variant(String java, Way way, int idle) {
    List<String> arguments = new ArrayList<>(way.arguments(HANDLER));
    arguments.add("--no-metrics"); // what they remember of each second would grow meanwhile
    String name = "%s by %s".formatted(way.stage(), way.dispatch());
    return new Variant(
        name,
        name,
        Map.of("stage", way.stage(), "dispatch", way.dispatch()),
        java,
        way.stage(),
        arguments,
        List.of("-Xmx256m"),
        PATH,
        PATH,
        null,
        null,
        idle,
        0);
  }
}
