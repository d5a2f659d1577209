package tailgate.content.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class FileThreadsTest {

  private final FileThreads threads = FileThreads.of(2);

  @AfterEach
  void close() {
    threads.close();
  }

  @Test
  void readForVirtualThreads() throws Exception {
    Thread reader = onVirtualThread(() -> threads.call(Thread::currentThread)).get();

    assertThat(reader.isVirtual()).isFalse();
    assertThat(reader.getName()).startsWith("tailgate-file-");
  }

  /** Also one of them, so that a read within a read does not wait for itself. */
  @Test
  void leaveAPlatformThreadToReadByItself() throws IOException {
    assertThat(threads.call(Thread::currentThread)).isSameAs(Thread.currentThread());
    assertThat(threads.readForCaller()).isFalse();
  }

  @Test
  void ofWhichThereAreNoneLeaveEachThreadToReadByItself() throws Exception {
    assertThat(FileThreads.of(0)).isSameAs(FileThreads.NONE);
    FutureTask<Thread> reader = onVirtualThread(() -> FileThreads.NONE.call(Thread::currentThread));
    assertThat(reader.get().isVirtual()).isTrue();
  }

  @Test
  void cannotBeFewerThanNone() {
    assertThatThrownBy(() -> FileThreads.of(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the number of file threads must be at least 0, not -1");
  }

  @Test
  void throwWhatTheReadingThrows() {
    for (Throwable failure :
        List.of(
            new NoSuchFileException("a"), new IllegalStateException("b"), new OutOfMemoryError())) {
      FutureTask<Object> task =
          onVirtualThread(
              () ->
                  threads.call(
                      () -> {
                        switch (failure) {
                          case IOException e -> throw e;
                          case RuntimeException e -> throw e;
                          default -> throw (Error) failure;
                        }
                      }));
      assertThatThrownBy(task::get).hasCause(failure);
    }
  }

  @Test
  void closeAFileWithoutAWait() throws Exception {
    var closed = new CompletableFuture<Thread>();
    var returned = new CountDownLatch(1);
    Closeable file =
        () -> {
          await(returned);
          closed.complete(Thread.currentThread());
        };

    onVirtualThread(
            () -> {
              threads.closeLater(file);
              return file;
            })
        .get();
    returned.countDown();

    assertThat(closed.get().getName()).startsWith("tailgate-file-");
  }

  /** As in a read of a file, no Java frees a carrier while a class is initialized. */
  @Test
  void keepTheCarriersFreeWhileFilesDoNotCome() throws Exception {
    var arrived = new CountDownLatch(1);
    Hanging.arrived = arrived;
    List<FutureTask<Integer>> reads = new ArrayList<>();
    for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors() + 2; i++) {
      reads.add(onVirtualThread(() -> threads.call(() -> Hanging.File.CONTENT)));
    }

    FutureTask<String> other = onVirtualThread(() -> "runs");

    assertThat(other.get()).isEqualTo("runs");
    arrived.countDown();
    for (FutureTask<Integer> read : reads) {
      assertThat(read.get()).isEqualTo(1);
    }
  }

  private static final class Hanging {

    /** Set before the class below is initialized; volatile: read by other threads. */
    private static volatile CountDownLatch arrived = new CountDownLatch(0);

    private static final class File {
      static final int CONTENT;

      static {
        await(arrived);
        CONTENT = 1;
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static <T> FutureTask<T> onVirtualThread(Callable<T> work) {
    var task = new FutureTask<>(work);
    Thread.startVirtualThread(task);
    return task;
  }
}
