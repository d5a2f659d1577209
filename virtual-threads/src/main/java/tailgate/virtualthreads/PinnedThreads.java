package tailgate.virtualthreads;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordingStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts how often a virtual thread waited and did not let go of its carrier, for 20 ms or longer:
 * the event {@code jdk.VirtualThreadPinned}. On Java 21 a {@code synchronized} around something
 * that blocks is enough for that; since 24 hardly anything but native code is.
 *
 * <p>The recorder costs some time when it starts, so it does that when somebody first asks, on a
 * daemon thread, and runs until the executor of the virtual threads has ended. What it counts is up
 * to a second late. Thread-safe.
 */
final class PinnedThreads {

  private static final Logger LOG = LoggerFactory.getLogger(PinnedThreads.class);

  private final ExecutorService executor;
  private final LongAdder pinned = new LongAdder();
  private final AtomicBoolean asked = new AtomicBoolean();

  /** For the threads of {@code executor}, as far as one can tell: the event is the whole JVM's. */
  PinnedThreads(ExecutorService executor) {
    this.executor = executor;
  }

  /** How often since somebody first asked; absent where this JVM has no recorder. */
  OptionalLong count() {
    if (!FlightRecorder.isAvailable()) {
      return OptionalLong.empty();
    }
    if (asked.compareAndSet(false, true)) {
      Thread.ofPlatform().daemon().name("tailgate-pinned").start(this::listen);
    }
    return OptionalLong.of(pinned.sum());
  }

  private void listen() {
    try (var stream = new RecordingStream()) {
      stream.setReuse(true);
      // A recording takes every event of an application, unless it is told not to.
      for (String ours : List.of("tailgate.Request", "tailgate.Connection")) {
        stream.disable(ours);
      }
      stream.enable("jdk.VirtualThreadPinned");
      stream.onEvent(event -> pinned.increment());
      stream.startAsync();
      executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      LOG.debug("interrupted", e);
    } catch (RuntimeException e) {
      LOG.warn("cannot count pinned virtual threads", e);
    }
  }
}
