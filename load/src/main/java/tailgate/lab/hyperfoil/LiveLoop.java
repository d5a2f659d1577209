package tailgate.lab.hyperfoil;

import io.hyperfoil.api.session.Session;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link LiveUsers} look whenever a request is due, on the event loop of the users, and at
 * least every 10 ms, so that a new rate holds soon.
 */
final class LiveLoop {

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final LiveUsers users;
  private final LongSupplier clock;
  private final CountDownLatch begun = new CountDownLatch(1);

  /** The event loop of the users, and confined to it; null before the first user runs. */
  private @Nullable EventExecutor loop;

  /** Volatile because the event loop reads it. Never becomes false again. */
  private volatile boolean over;

  LiveLoop(LiveUsers users, LongSupplier clock) {
    this.users = users;
    this.clock = clock;
  }

  LiveUsers users() {
    return users;
  }

  /** Tells that a user runs; the first one begins the loop. */
  void runs(LiveUser user, Session session) {
    user.session = session;
    if (loop == null) {
      loop = session.executor();
      loop.execute(this::look);
      begun.countDown();
    }
  }

  private void look() {
    EventExecutor executor = loop;
    if (over || executor == null) {
      return;
    }
    long next = users.arrive();
    long wait = Math.min(next - clock.getAsLong(), LOOK_NANOS);
    var unused = executor.schedule(this::look, Math.max(0, wait), TimeUnit.NANOSECONDS);
  }

  /** Ends the loop; waits for the first user, because a phase cannot end before it begins. */
  void end(long mostMillis) throws InterruptedException {
    over = true;
    begun.await(mostMillis, TimeUnit.MILLISECONDS);
  }
}
