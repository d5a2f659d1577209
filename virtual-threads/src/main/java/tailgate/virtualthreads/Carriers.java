package tailgate.virtualthreads;

import java.util.Properties;

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
   */
  static final String READ_POLLERS = "jdk.readPollers";

  /** The first version of Java that polls on virtual threads. */
  private static final int POLLS_ON_VIRTUAL_THREADS = 22;

  private static final int PROCESSORS_PER_POLLER = 2;

  /** The fewest carriers: one that runs the poller, and two that do not. */
  private static final int LEAST_CARRIERS = 3;

  private Carriers() {}

  /** Prepares the scheduler; to be called before the first virtual thread is created. */
  static void prepare() {
    prepare(
        Runtime.version().feature(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperties());
  }

  /** Changes nothing that the user has set. */
  static void prepare(int java, int processors, Properties properties) {
    boolean virtualPollers = java >= POLLS_ON_VIRTUAL_THREADS;
    if (virtualPollers) {
      int pollers = Math.max(1, Integer.highestOneBit(processors / PROCESSORS_PER_POLLER));
      properties.putIfAbsent(READ_POLLERS, Integer.toString(pollers));
    }
    if (virtualPollers || processors == 1) {
      int carriers = Math.max(LEAST_CARRIERS, processors + 1);
      properties.putIfAbsent(PARALLELISM, Integer.toString(carriers));
    }
  }
}
