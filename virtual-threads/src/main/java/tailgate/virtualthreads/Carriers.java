package tailgate.virtualthreads;

import java.util.Properties;

/**
 * Gives the JDK's scheduler two carrier threads more than there are processors.
 *
 * <p>From Java 22 on, a virtual thread of the JDK waits for the sockets of all others. It puts the
 * threads that it wakes, and then itself, into the queue of the carrier that runs it. Other threads
 * are in shared queues: new threads, and those that a platform thread wakes, after a sleep for
 * example. A carrier takes threads from there only when its own queue is empty. Under load that may
 * not happen for as long as the load lasts. Meanwhile new connections are accepted, but not served.
 * A carrier beyond the number of processors has fewer threads of its own, and takes those of the
 * shared queues more often.
 *
 * <p>This makes the wait of new connections shorter, not short; it was measured on one and on two
 * processors ({@code docs/results/new-connections}). With {@code --dispatch request} and one
 * reactor, all threads are new and in one queue.
 */
final class Carriers {

  /** Read once, when the first virtual thread is created. */
  static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

  /**
   * In earlier versions of Java, platform threads wake all threads, so all are in the shared
   * queues.
   */
  private static final int POLLS_ON_VIRTUAL_THREADS = 22;

  private static final int EXTRA = 2;

  private Carriers() {}

  /** To be called before the first virtual thread is created. */
  static void prepare() {
    prepare(
        Runtime.version().feature(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperties());
  }

  /** Changes nothing that the user has set. */
  static void prepare(int java, int processors, Properties properties) {
    if (java >= POLLS_ON_VIRTUAL_THREADS) {
      properties.putIfAbsent(PARALLELISM, Integer.toString(processors + EXTRA));
    }
  }
}
