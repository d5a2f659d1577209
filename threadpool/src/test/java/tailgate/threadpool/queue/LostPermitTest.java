package tailgate.threadpool.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A call that ends with an Error between its permit and its item leaves the queue as it was. */
final class LostPermitTest {

  private final AtomicBoolean failing = new AtomicBoolean();
  private final TransferQueue<String> transfer = new TransferQueue<>(1, new FailingQueue());
  private final SemaphoreQueue<String> semaphores = new SemaphoreQueue<>(1, new FailingMutex());

  @Test
  void anOfferThatFailsDoesNotUseUpTheRoomOfATransferQueue() {
    failing.set(true);
    assertOutOfMemory(() -> transfer.offer("lost"));
    failing.set(false);
    assertThat(transfer.offer("first")).isTrue();
  }

  @Test
  void aPutThatFailsDoesNotUseUpTheRoomOfATransferQueue() {
    failing.set(true);
    assertOutOfMemory(() -> transfer.put("lost"));
    failing.set(false);
    assertThat(transfer.offer("first")).isTrue();
  }

  @Test
  void aPutThatFailsDoesNotUseUpTheRoomOfASemaphoreQueue() {
    failing.set(true);
    assertOutOfMemory(() -> semaphores.put("lost"));
    failing.set(false);
    assertThat(semaphores.offer("first")).isTrue();
  }

  @Test
  void aTakeThatFailsDoesNotHideTheItemOfASemaphoreQueue() {
    semaphores.add("first");
    failing.set(true);
    assertOutOfMemory(semaphores::take);
    failing.set(false);
    assertThat(semaphores.poll()).isEqualTo("first");
    assertThat(semaphores.remainingCapacity()).isEqualTo(1);
  }

  @FunctionalInterface
  private interface Call {
    void run() throws Exception;
  }

  private static void assertOutOfMemory(Call call) {
    assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(call::run);
  }

  private void failIfAsked() {
    if (failing.get()) {
      throw new OutOfMemoryError("injected");
    }
  }

  private final class FailingQueue extends LinkedTransferQueue<String> {
    private static final long serialVersionUID = 1;

    @Override
    public boolean add(String item) {
      failIfAsked();
      return super.add(item);
    }
  }

  private final class FailingMutex extends Semaphore {
    private static final long serialVersionUID = 1;

    FailingMutex() {
      super(1);
    }

    @Override
    public void acquireUninterruptibly() {
      failIfAsked();
      super.acquireUninterruptibly();
    }
  }
}
