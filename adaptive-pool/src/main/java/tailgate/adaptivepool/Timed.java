package tailgate.adaptivepool;

/**
 * A task that measures itself, one of those that the {@link Meter} has drawn.
 *
 * @param task what it is all about
 * @param meter whom it tells
 * @param queuedAtNanos when it was submitted
 */
record Timed(Runnable task, Meter meter, long queuedAtNanos) implements Runnable {

  @Override
  public void run() {
    long begin = meter.now();
    try {
      task.run();
    } finally {
      meter.time(begin - queuedAtNanos, meter.now() - begin);
    }
  }

  /** What was submitted. */
  static Runnable unwrap(Runnable queued) {
    return queued instanceof Timed timed ? timed.task : queued;
  }
}
