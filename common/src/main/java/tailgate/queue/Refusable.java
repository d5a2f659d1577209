package tailgate.queue;

/**
 * A task that can be answered without being performed. A {@link BoundedQueue} refuses no other
 * items.
 */
public interface Refusable extends Runnable {

  /**
   * Answers that the task is not performed, without blocking. Called instead of {@link #run} by the
   * consumer that has taken it, outside the queue's lock, or, if it is not even let in, by the
   * thread that gives it to an {@link AdmittingExecutor}. A worker does not survive what this
   * throws.
   *
   * @return false if it cannot be refused now; then it has to be performed
   */
  boolean refuse(Lateness why);
}
