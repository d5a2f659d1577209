package tailgate.threadpool;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Makes one pool's threads, and tells them from all others. Thread-safe. */
final class Staff implements ThreadFactory {

  /** Whose the current thread is; unset for a thread that is nobody's. */
  private static final ThreadLocal<@Nullable Staff> EMPLOYER = new ThreadLocal<>();

  private final ThreadFactory threads;

  Staff(ThreadFactory threads) {
    this.threads = threads;
  }

  @Override
  public @Nullable Thread newThread(Runnable work) {
    return threads.newThread(
        () -> {
          EMPLOYER.set(this);
          work.run();
        });
  }

  boolean includesCurrentThread() {
    return EMPLOYER.get() == this;
  }
}
