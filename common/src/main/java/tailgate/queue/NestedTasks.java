package tailgate.queue;

import org.jspecify.annotations.Nullable;

/**
 * What one worker does with the tasks that it submits to its own pool while the queue is full. It
 * cannot wait for room, because it might wait for room that only it can make.
 *
 * <pre>
 *   up to MAX_DEPTH tasks inside each other ──▶ performs the new task at once, inside the current one
 *   deeper    ──▶ keeps the oldest task of the queue, and queues the new one in its place
 *   MAX_KEPT are kept ──▶ rejects the new task
 * </pre>
 *
 * <p>A worker performs what it has kept when its current task has ended, before it takes from the
 * queue again. So a task that submits itself again and again needs neither a deep stack nor
 * unbounded memory, and the tasks in the queue are not delayed by it.
 *
 * <p>Confined to the worker's thread.
 */
public final class NestedTasks {

  /** The most tasks that are performed inside another one. */
  public static final int MAX_DEPTH = 16;

  /** The most tasks that a worker keeps. */
  public static final int MAX_KEPT = 1024;

  /** Made when the first task is kept: hardly any worker ever keeps one. */
  private @Nullable RingBuffer<Runnable> kept;

  private int depth;

  /**
   * Begins to perform a task inside the current one; false if it must not, because of the depth.
   */
  public boolean begin() {
    if (depth == MAX_DEPTH) {
      return false;
    }
    depth++;
    return true;
  }

  /** The task of the last {@link #begin} has ended. */
  public void end() {
    depth--;
  }

  /**
   * Makes sure that there is memory for one more task; to be called before a task is taken from the
   * queue to be kept.
   *
   * @return false if no more can be kept
   */
  public boolean hasRoom() {
    return !buffer().isFull();
  }

  /** Keeps a task; {@link #hasRoom} must have been true. */
  public void keep(Runnable task) {
    buffer().add(task);
  }

  /** Takes the task that has been kept longest. */
  public @Nullable Runnable poll() {
    return kept == null || kept.isEmpty() ? null : kept.remove();
  }

  private RingBuffer<Runnable> buffer() {
    RingBuffer<Runnable> buffer = kept;
    if (buffer == null) {
      buffer = new RingBuffer<>(MAX_KEPT);
      kept = buffer;
    }
    return buffer;
  }
}
