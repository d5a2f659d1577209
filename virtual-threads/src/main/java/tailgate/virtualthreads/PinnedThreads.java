package tailgate.virtualthreads;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordingStream;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.server.stage.ThreadReserve;

/**
 * Counts how often a virtual thread waited for 20 ms or longer without releasing its carrier: the
 * event {@code jdk.VirtualThreadPinned}. On Java 21 that happens when a thread blocks inside {@code
 * synchronized}; since Java 24 hardly anything but native code causes it.
 *
 * <p>The recorder takes some time to start. So it starts with the first call of {@link #count}, on
 * a daemon thread, and runs until the executor of the virtual threads has ended. The count is up to
 * a second late. Thread-safe.
 */
final class PinnedThreads {

  private static final Logger LOG = SafeLogger.of(PinnedThreads.class);

  /** The recorder starts threads of its own, which signals may need more. */
  private static final ThreadFactory THREADS =
      ThreadReserve.ofProcess()
          .guard(Thread.ofPlatform().daemon().name("tailgate-pinned").factory());

  private final ExecutorService executor;
  private final LongAdder pinned = new LongAdder();
  private final AtomicBoolean asked = new AtomicBoolean();

  /** Counts until {@code executor} ends. The event does not tell whose thread it was. */
  PinnedThreads(ExecutorService executor) {
    this.executor = executor;
  }

  /** The number since the first call; absent if this JVM has no recorder. */
  OptionalLong count() {
    if (!FlightRecorder.isAvailable()) {
      return OptionalLong.empty();
    }
    if (asked.compareAndSet(false, true)) {
      start();
    }
    return OptionalLong.of(pinned.sum());
  }

  private void start() {
    try {
      Thread thread = THREADS.newThread(this::listen);
      if (thread != null) {
        thread.start();
        return;
      }
    } catch (OutOfMemoryError e) {
      LOG.debug("cannot count pinned virtual threads yet", e);
    }
    asked.set(false); // no further thread: the next call tries again
  }

  private void listen() {
    try (var stream = new RecordingStream()) {
      stream.setReuse(true);
      // A recording has all events of an application, unless they are disabled.
      for (String event : List.of("tailgate.Request", "tailgate.Connection")) {
        stream.disable(event);
      }
      stream.enable("jdk.VirtualThreadPinned");
      stream.onEvent(event -> pinned.increment());
      stream.startAsync();
      executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      LOG.debug("interrupted", e);
    } catch (RuntimeException | Error e) {
      LOG.warn("cannot count pinned virtual threads", e);
    }
  }
}
