package tailgate.threadpool;

import tailgate.queue.QueueDiscipline;
import tailgate.server.stage.OverloadPolicy;
import tailgate.threadpool.queue.QueueKind;

/** Makes pools for tests. */
final class FixedPools {
  private FixedPools() {}

  /** Makes one whose queue is first in, first out, and whose workers have no turns. */
  static FixedPool plain(int workers, int queue, QueueKind kind, OverloadPolicy overload) {
    return new FixedPool(
        workers, queue, kind, overload, QueueDiscipline.PLAIN, null, System::nanoTime);
  }
}
