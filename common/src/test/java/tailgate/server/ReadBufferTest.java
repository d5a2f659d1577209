package tailgate.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class ReadBufferTest {

  private final ReadBuffer input = new ReadBuffer();
  private final StubChannel channel;

  ReadBufferTest() throws IOException {
    channel = new StubChannel(false);
  }

  @Test
  void isEmptyAndSmallAtFirst() {
    assertThat(input.isEmpty()).isTrue();
    assertThat(input.array()).isEmpty();
  }

  @Test
  void readsWhatHasArrived() throws IOException {
    channel.arrives("hello");
    assertThat(input.read(channel)).isEqualTo(5);
    assertThat(text()).isEqualTo("hello");
    assertThat(input.drained()).isTrue();
  }

  @Test
  void saysWhenNothingHasArrivedAndWhenNothingWill() throws IOException {
    assertThat(input.read(channel)).isZero();
    channel.ended = true;
    assertThat(input.read(channel)).isNegative();
    assertThat(input.isEmpty()).isTrue();
  }

  @Test
  void knowsThatThereMayBeMoreWhereItIsFull() throws IOException {
    channel.arrives("x".repeat(513));
    input.read(channel);
    assertThat(input.drained()).isFalse();
    input.read(channel);
    assertThat(input.drained()).isTrue();
    assertThat(text()).isEqualTo("x".repeat(513));
    input.refill();
    assertThat(input.drained()).isFalse();
  }

  @Test
  void keepsWhatIsNotUsedUpWhileItMovesAndGrows() throws IOException {
    String all = digits(5_000);
    channel.arrives(all);
    input.read(channel);
    input.consume(100);
    while (input.read(channel) > 0) {
      // reads on
    }
    assertThat(text()).isEqualTo(all.substring(100));
  }

  @Test
  void takesAPieceOutOfTheMiddle() throws IOException {
    channel.arrives("head-body-next");
    input.read(channel);
    input.cut(input.start() + 4, 5);
    assertThat(text()).isEqualTo("head-next");
  }

  @Test
  void shrinksOnceAllIsUsedUp() throws IOException {
    channel.arrives("x".repeat(5_000));
    while (input.read(channel) > 0) {
      // reads on
    }
    assertThat(input.array()).hasSizeGreaterThan(512);
    input.consume(5_000);
    assertThat(input.isEmpty()).isTrue();
    assertThat(input.array()).isEmpty();
  }

  @Test
  void keepsASmallArrayForTheNextRequest() throws IOException {
    channel.arrives("x");
    input.read(channel);
    byte[] array = input.array();
    input.consume(1);
    channel.arrives("y");
    input.read(channel);
    assertThat(input.array()).isSameAs(array);
    assertThat(text()).isEqualTo("y");
  }

  @Test
  void growsNoFurtherThanWhatIsKeptAsksFor() throws IOException {
    String head = digits(1_000);
    channel.arrives(head + "x".repeat(100_000));
    while (input.read(channel) > 0) {
      int content = input.end() - input.start() - head.length();
      if (content > 0) {
        input.cut(input.start() + head.length(), content);
      }
    }
    assertThat(text()).isEqualTo(head);
    assertThat(input.array()).hasSizeLessThanOrEqualTo(2048);
    assertThat(channel.reads).isLessThan(300);
  }

  private String text() {
    return new String(input.array(), input.start(), input.end() - input.start(), ISO_8859_1);
  }

  private static String digits(int count) {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < count; i++) {
      digits.append(i % 10);
    }
    return digits.toString();
  }
}
