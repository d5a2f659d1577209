package tailgate.virtualthreads;

import java.lang.Runtime.Version;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Gives the JDK's scheduler one poller for two processors, and one carrier thread more than there
 * are processors, but at least three. On Java 21 it gives it three carriers if there is one
 * processor, and changes nothing if there are more.
 *
 * <p>From Java 22 on, virtual threads of the JDK, the pollers, wait for the sockets of all others.
 * A poller puts the threads that it wakes, and then itself, into the queue of the carrier that runs
 * it. Other threads are in shared queues: new threads, and those that a platform thread wakes,
 * after a sleep for example. A carrier takes threads from there only when its own queue is empty.
 * Under load, the queue of a carrier that runs a poller may not be empty for as long as the load
 * lasts. The JVM has about as many pollers as carriers, so that new connections are accepted, but
 * not served. The carriers that run no poller have hardly any threads of their own, and take those
 * of the shared queues too.
 *
 * <p>On Java 21, a platform thread waits for all sockets, so its queue is a shared one beside that
 * of the thread that starts new threads. A carrier stays at one shared queue until that is empty.
 * With one carrier new connections were served seconds late, or not at all; with three on one
 * processor they were. With two processors, more carriers made it worse.
 *
 * <p>Java 27 and later can give each carrier a poller of its own ({@code -Djdk.pollerMode=3}), and
 * then do not use the number of pollers. New connections wait longer then, with any number of
 * carriers that was tried, because none is without a poller. So the mode is left as it is.
 *
 * <p>This makes the wait of new connections shorter, not short; it was measured on one and on two
 * processors ({@code docs/results/pollers}). More carriers would help where few requests compute
 * long, and cost a full load of short ones a longer tail ({@code docs/results/carrier-count}). With
 * {@code --dispatch request} and one reactor, all threads are new and in one queue, except those
 * that have waited in a handler.
 */
final class Carriers {

  /** Read once, when the first virtual thread is created. */
  static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

  /**
   * Read once, when the first virtual thread waits for a socket. A power of two, or the JDK fails.
   * Not used with mode 3.
   */
  static final String READ_POLLERS = "jdk.readPollers";

  private static final int PROCESSORS_PER_POLLER = 2;

  /** The fewest carriers: one that runs the poller, and two that do not. */
  private static final int LEAST_CARRIERS = 3;

  private Carriers() {}

  /** Prepares the scheduler; to be called before the first virtual thread is created. */
  static void prepare() {
    prepare(Runtime.version(), Runtime.getRuntime().availableProcessors(), System.getProperties());
  }

  /** Changes nothing that the user has set. */
  static void prepare(Version java, int processors, Properties properties) {
    boolean virtualPollers = JavaDifference.VIRTUAL_POLLERS.isIn(java);
    if (virtualPollers) {
      int pollers = Math.max(1, Integer.highestOneBit(processors / PROCESSORS_PER_POLLER));
      properties.putIfAbsent(READ_POLLERS, Integer.toString(pollers));
    }
    if (virtualPollers || processors == 1) {
      int carriers = Math.max(LEAST_CARRIERS, processors + 1);
      properties.putIfAbsent(PARALLELISM, Integer.toString(carriers));
    }
  }

  /**
   * Says which property that is set the JVM does not take, and what it takes; empty if there is
   * none. That is for a JVM that has failed: a later version may take other values.
   */
  static Optional<String> misfit(Version java, Properties properties) {
    String modes =
        JavaDifference.POLLERS_OF_CARRIERS.isIn(java)
            ? "[123]"
            : JavaDifference.VIRTUAL_POLLERS.isIn(java) ? "[12]" : ".*";
    String powers = "1|2|4|8|16|32|64|128|256|512";
    return Stream.of(
            new Rule(PARALLELISM, "[1-9]\\d{0,4}", "a positive number"),
            new Rule("jdk.pollerMode", modes, "1 or 2, and from Java 27 on 3"),
            new Rule(READ_POLLERS, powers, "a power of two"),
            new Rule("jdk.writePollers", powers, "a power of two"))
        .filter(rule -> !properties.getProperty(rule.name, "1").matches(rule.pattern))
        .map(rule -> rule.inWords(properties.getProperty(rule.name, "")))
        .findFirst();
  }

  private record Rule(String name, String pattern, String needed) {

    private String inWords(String value) {
      return "-D" + name + "=" + value + " (it needs " + needed + ")";
    }
  }
}
