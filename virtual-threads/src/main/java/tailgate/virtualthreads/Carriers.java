package tailgate.virtualthreads;

import java.util.Properties;

/**
 * Gives the JDK's scheduler a second carrier thread if there is only one processor.
 *
 * <p>From Java 22 on, a virtual thread of the JDK waits for the sockets of all others. It puts the
 * threads that it wakes, and then itself, into the queue of the carrier that runs it. Other threads
 * are in shared queues: new threads, and those that a platform thread wakes, after a sleep for
 * example. A carrier takes threads from there only when its own queue is empty. If there is only
 * one carrier, that may not happen for a second under load. Meanwhile new connections are accepted,
 * but not served. A second carrier has no threads of its own and takes those of the shared queues.
 */
final class Carriers {

  /** Read once, when the first virtual thread is created. */
  static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

  /**
   * In earlier versions of Java, platform threads wake all threads, so all are in the shared
   * queues.
   */
  private static final int POLLS_ON_VIRTUAL_THREADS = 22;

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
    if (java >= POLLS_ON_VIRTUAL_THREADS && processors == 1) {
      properties.putIfAbsent(PARALLELISM, "2");
    }
  }
}
