package tailgate.server.buffer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import tailgate.server.StubChannel;

final class ReadBufferTest {

  private final RequestMemory memory = new RequestMemory(1 << 20);
  private final BufferPool pool = ReadBuffer.newPool();
  private final ReadBuffer buffer = new ReadBuffer(memory, pool, false);
  private final StubChannel channel;

  ReadBufferTest() throws IOException {
    channel = new StubChannel(false);
  }

  @Test
  void isEmptyAndSmallAtFirst() {
    assertThat(buffer.isEmpty()).isTrue();
    assertThat(buffer.array()).isEmpty();
  }

  @Test
  void readsWhatHasArrived() throws IOException {
    channel.arrives("hello");
    assertThat(buffer.read(channel)).isEqualTo(5);
    assertThat(text()).isEqualTo("hello");
    assertThat(buffer.drained()).isTrue();
  }

  @Test
  void saysWhenNothingHasArrivedAndWhenNothingWill() throws IOException {
    assertThat(buffer.read(channel)).isZero();
    channel.ended = true;
    assertThat(buffer.read(channel)).isNegative();
    assertThat(buffer.isEmpty()).isTrue();
  }

  @Test
  void knowsThatThereMayBeMoreWhereItIsFull() throws IOException {
    channel.arrives("x".repeat(513));
    buffer.read(channel);
    assertThat(buffer.drained()).isFalse();
    buffer.read(channel);
    assertThat(buffer.drained()).isTrue();
    assertThat(text()).isEqualTo("x".repeat(513));
  }

  @Test
  void keepsWhatIsNotUsedUpWhileItMovesAndGrows() throws IOException {
    String all = digits(5_000);
    channel.arrives(all);
    buffer.read(channel);
    buffer.consume(100);
    while (buffer.read(channel) > 0) {
      // reads on
    }
    assertThat(text()).isEqualTo(all.substring(100));
  }

  @Test
  void takesAPieceOutOfTheMiddle() throws IOException {
    channel.arrives("head-body-next");
    buffer.read(channel);
    buffer.cut(buffer.start() + 4, 5);
    assertThat(text()).isEqualTo("head-next");
  }

  @Test
  void shrinksOnceAllIsUsedUp() throws IOException {
    channel.arrives("x".repeat(5_000));
    while (buffer.read(channel) > 0) {
      // reads on
    }
    assertThat(buffer.array()).hasSizeGreaterThan(512);
    buffer.consume(5_000);
    assertThat(buffer.isEmpty()).isTrue();
    assertThat(buffer.array()).isEmpty();
  }

  @Test
  void lendsItsSmallArrayToOthersWhileItIsEmpty() throws IOException {
    channel.arrives("x");
    buffer.read(channel);
    byte[] array = buffer.array();
    buffer.consume(1);
    assertThat(buffer.array()).isEmpty();
    assertThat(pool.take().array()).isSameAs(array);
    channel.arrives("y");
    buffer.read(channel);
    assertThat(buffer.array()).isNotSameAs(array);
    assertThat(text()).isEqualTo("y");
  }

  @Test
  void hasNoArrayIfNothingHasArrived() throws IOException {
    buffer.read(channel);
    assertThat(buffer.array()).isEmpty();
  }

  @Test
  void lendsItsSmallArrayToOthersOnceItHasGrown() throws IOException {
    channel.arrives("x".repeat(513));
    buffer.read(channel);
    byte[] small = buffer.array();
    buffer.read(channel);
    assertThat(pool.take().array()).isSameAs(small);
    assertThat(text()).isEqualTo("x".repeat(513));
  }

  @Test
  void givesItsArrayBackOnce() throws IOException {
    channel.arrives("x");
    buffer.read(channel);
    byte[] array = buffer.array();
    buffer.release();
    buffer.release();
    assertThat(pool.take().array()).isSameAs(array);
    assertThat(pool.take().array()).isNotSameAs(array);
  }

  @Test
  void keepsItsSmallArrayIfAnotherThreadConsumes() throws Exception {
    channel.arrives("x");
    buffer.read(channel);
    byte[] array = buffer.array();
    Thread worker = new Thread(() -> buffer.consume(1));
    worker.start();
    worker.join();
    channel.arrives("y");
    buffer.read(channel);
    assertThat(buffer.array()).isSameAs(array);
    assertThat(text()).isEqualTo("y");
  }

  @Test
  void keepsItsSmallArrayForTheNextReadThatBlocks() throws IOException {
    var blocking = new ReadBuffer(memory, pool, true);
    channel.arrives("x");
    blocking.read(channel);
    byte[] array = blocking.array();
    blocking.consume(1);
    assertThat(blocking.array()).isSameAs(array);
    blocking.release();
    assertThat(pool.take().array()).isNotSameAs(array);
  }

  @Test
  void growsNoFurtherThanWhatIsKeptAsksFor() throws IOException {
    String head = digits(1_000);
    channel.arrives(head + "x".repeat(100_000));
    while (buffer.read(channel) > 0) {
      int content = buffer.end() - buffer.start() - head.length();
      if (content > 0) {
        buffer.cut(buffer.start() + head.length(), content);
      }
    }
    assertThat(text()).isEqualTo(head);
    assertThat(buffer.array()).hasSizeLessThanOrEqualTo(2048);
    assertThat(channel.reads).isLessThan(300);
  }

  private String text() {
    return new String(buffer.array(), buffer.start(), buffer.end() - buffer.start(), ISO_8859_1);
  }

  private static String digits(int count) {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < count; i++) {
      digits.append(i % 10);
    }
    return digits.toString();
  }
}
