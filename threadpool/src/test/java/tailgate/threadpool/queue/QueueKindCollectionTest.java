package tailgate.threadpool.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kind as a collection: the methods that a pool calls when it is stopped. */
@ParameterizedClass
@EnumSource(QueueKind.class)
@Timeout(value = 120, threadMode = SEPARATE_THREAD) // a lock never released ignores interrupts
final class QueueKindCollectionTest {

  /** An item that breaks whatever compares it with another. */
  private static final class Hostile {
    @Override
    public boolean equals(@Nullable Object other) {
      throw new IllegalStateException("equals");
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }

  private final QueueKind kind;
  private final BlockingQueue<String> queue;

  QueueKindCollectionTest(QueueKind kind) {
    this.kind = kind;
    this.queue = kind.create(4);
    queue.addAll(List.of("a", "b", "c"));
  }

  @Test
  void itsIteratorSeesTheItemsAsTheyWere() throws InterruptedException {
    Iterator<String> iterator = queue.iterator();
    assertThat(queue.take()).isEqualTo("a");
    assertThat(iterator.next()).isEqualTo("a");
    assertThat(queue).containsExactly("b", "c");
  }

  // An unannotated caller may pass null; NullAway keeps the annotated ones from it.
  @SuppressWarnings("NullAway")
  @Test
  void drainsNeitherIntoItselfNorIntoNothing() {
    assertThatIllegalArgumentException().isThrownBy(() -> queue.drainTo(queue));
    assertThatIllegalArgumentException().isThrownBy(() -> queue.drainTo(queue, 1));
    assertThatNullPointerException().isThrownBy(() -> queue.drainTo(null));
    assertThat(queue).containsExactly("a", "b", "c");
  }

  @Test
  void anEqualsThatThrowsBreaksNothing() {
    BlockingQueue<Hostile> hostiles = kind.create(3);
    List<Hostile> items = List.of(new Hostile(), new Hostile());
    hostiles.addAll(items);
    try {
      hostiles.remove(new Hostile());
    } catch (IllegalStateException fromEquals) {
      assertThat(fromEquals).hasMessage("equals");
    }
    assertThat(hostiles.size()).isEqualTo(2);
    assertThat(hostiles.remainingCapacity()).isEqualTo(1);
    assertThat(hostiles.poll()).isSameAs(items.get(0));
    assertThat(hostiles.poll()).isSameAs(items.get(1));
    assertThat(hostiles.poll()).isNull();
  }
}
