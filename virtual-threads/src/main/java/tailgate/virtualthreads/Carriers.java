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
 * then do not use the number of pollers. New connections wait longer then, so the mode is left as
 * it is.
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

  private static final String WRITE_POLLERS = "jdk.writePollers";
  private static final String POLLER_MODE = "jdk.pollerMode";

  private static final int PROCESSORS_PER_POLLER = 2;

  /** The JDK's limit. */
  private static final int MOST_CARRIERS = 32_767;

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
   * Says which property the JVM does not take, and which values it does. That is for a JVM that has
   * failed: nothing is refused here that a later version may take.
   *
   * @return empty if all properties that are set are right
   */
  static Optional<String> misfit(Version java, Properties properties) {
    return Stream.of(PARALLELISM, POLLER_MODE, READ_POLLERS, WRITE_POLLERS)
        .filter(properties::containsKey)
        .filter(name -> !fits(name, number(properties.getProperty(name)), java))
        .map(name -> "-D%s=%s (%s)".formatted(name, properties.get(name), needed(name, java)))
        .findFirst();
  }

  private static boolean fits(String name, int number, Version java) {
    return switch (name) {
      case PARALLELISM -> number > 0 && number <= MOST_CARRIERS;
      case POLLER_MODE -> number > 0 && number <= modes(java) || modes(java) == 0;
      default -> Integer.bitCount(number) == 1;
    };
  }

  private static String needed(String name, Version java) {
    return switch (name) {
      case PARALLELISM -> "needs a number from 1 to " + MOST_CARRIERS;
      case POLLER_MODE -> "Java %s has the modes 1 to %d".formatted(java, modes(java));
      default -> "needs a power of two";
    };
  }

  /** Returns 0, which fits nowhere, if the text is no such number. */
  private static int number(String text) {
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
  }

  /** Returns how many modes there are; 0 if the property is not used. */
  private static int modes(Version java) {
    return JavaDifference.POLLERS_OF_CARRIERS.isIn(java)
        ? 3
        : JavaDifference.VIRTUAL_POLLERS.isIn(java) ? 2 : 0;
  }
}
