package tailgate.queue;

/**
 * A task that can be answered without being performed. A {@link BoundedQueue} refuses no other
 * items.
 */
public interface Refusable extends Runnable {

  /**
   * Answers that the task is not performed, without blocking. Called by the consumer that has taken
   * it, instead of {@link #run}, and outside the queue's lock. A worker does not survive what this
   * throws.
   *
   * @return false if it cannot be refused now; then it has to be performed
   */
  boolean refuse(Lateness why);
}
