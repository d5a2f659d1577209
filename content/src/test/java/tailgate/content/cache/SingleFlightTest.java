package tailgate.content.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tailgate.http.PathBytes;

class SingleFlightTest {

  private static final PathBytes A = PathBytes.of("/a");

  private final SingleFlight<CachedFile> loads = new SingleFlight<>();
  private final Waiters waiters = new Waiters();

  @AfterEach
  void letGo() {
    waiters.close();
  }

  @Test
  void loadsOnceForAllWhoWait() throws Exception {
    var times = new AtomicInteger();
    CachedFile file = FileCacheContract.file(A, 1);
    FileCache.Loader loader =
        () -> {
          times.incrementAndGet();
          waiters.waitForTheDisk();
          return file;
        };
    List<Future<CachedFile>> answers = waiters.start(8, () -> loads.load(A, loader));
    waiters.awaitAllWaiting();
    waiters.wakeTheDisk();

    for (Future<CachedFile> answer : answers) {
      assertThat(answer.get()).isSameAs(file);
    }
    assertThat(times).hasValue(1);
  }

  @Test
  void wakesAllWhoWaitForNothing() throws Exception {
    FileCache.Loader loader =
        () -> {
          waiters.waitForTheDisk();
          return null;
        };
    List<Future<CachedFile>> answers = waiters.start(3, () -> loads.load(A, loader));
    waiters.awaitAllWaiting();
    waiters.wakeTheDisk();

    for (Future<CachedFile> answer : answers) {
      assertThat(answer.get()).isNull();
    }
  }

  static Stream<Throwable> reasons() {
    return Stream.of(
        new NoSuchFileException("a"),
        new IllegalStateException("a"),
        new OutOfMemoryError("not really"));
  }

  @ParameterizedTest
  @MethodSource("reasons")
  void tellsAllWhoWaitAsItIsWhyLoadingFailed(Throwable reason) throws Exception {
    FileCache.Loader loader =
        () -> {
          waiters.waitForTheDisk();
          return FileCacheContract.fail(reason);
        };
    List<Future<CachedFile>> answers = waiters.start(3, () -> loads.load(A, loader));
    waiters.awaitAllWaiting();
    waiters.wakeTheDisk();

    for (Future<CachedFile> answer : answers) {
      assertThatThrownBy(answer::get).cause().isSameAs(reason);
    }
    CachedFile file = FileCacheContract.file(A, 1);
    assertThat(loads.load(A, () -> file)).as("the next one tries again").isSameAs(file);
  }

  /** It broke the channel of one; the file is as good as before for all others. */
  @Test
  void loadsAgainIfTheThreadThatLoadedWasInterrupted() throws Exception {
    CachedFile file = FileCacheContract.file(A, 1);
    Future<CachedFile> first = waiters.start(() -> loads.load(A, this::breakOnInterrupt));
    waiters.awaitLoading();
    List<Future<CachedFile>> others = waiters.start(3, () -> loads.load(A, () -> file));
    waiters.awaitAllWaiting();
    waiters.interruptFirst();

    for (Future<CachedFile> other : others) {
      assertThat(other.get()).isSameAs(file);
    }
    assertThatThrownBy(first::get).hasCauseInstanceOf(ClosedByInterruptException.class);
  }

  /** As channels do. */
  private CachedFile breakOnInterrupt() throws ClosedByInterruptException {
    try {
      waiters.waitForTheDiskOrInterrupt();
      throw new AssertionError("not interrupted");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClosedByInterruptException();
    }
  }

  /** One slow disk must not stop everything that happens to share a bucket with its file. */
  @Test
  void doesNotWaitForAnotherFile() throws Exception {
    CachedFile slow = FileCacheContract.file(PathBytes.of("/Aa"), 1);
    CachedFile quick = FileCacheContract.file(PathBytes.of("/BB"), 1);
    assertThat(slow.key()).hasSameHashCodeAs(quick.key());
    FileCache.Loader loader =
        () -> {
          waiters.waitForTheDisk();
          return slow;
        };
    Future<CachedFile> first = waiters.start(() -> loads.load(slow.key(), loader));
    waiters.awaitLoading();

    assertThat(waiters.start(() -> loads.load(quick.key(), () -> quick)).get()).isSameAs(quick);
    waiters.wakeTheDisk();
    assertThat(first.get()).isSameAs(slow);
  }
}
