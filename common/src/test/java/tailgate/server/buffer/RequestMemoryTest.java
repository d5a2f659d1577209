package tailgate.server.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tailgate.server.StubChannel;

final class RequestMemoryTest {

  private final RequestMemory memory = new RequestMemory(4096);
  private final AtomicInteger calls = new AtomicInteger();

  RequestMemoryTest() {
    memory.whenTight(calls::incrementAndGet);
  }

  @Test
  void refusesWhatDoesNotFitAndKeepsWhatIsThere() {
    assertThat(memory.tryReserve(3000)).isTrue();
    assertThat(memory.tryReserve(1097)).isFalse();
    assertThat(memory.tryReserve(1096)).isTrue();
    assertThat(memory.used()).isEqualTo(4096);
    memory.release(4096);
    assertThat(memory.used()).isZero();
  }

  @Test
  void saysOnceThatItIsTightAndAgainWheneverItRefuses() {
    memory.tryReserve(3072);
    assertThat(memory.isTight()).isFalse();
    memory.tryReserve(1);
    memory.tryReserve(1);
    assertThat(memory.isTight()).isTrue();
    assertThat(calls).hasValue(1);
    memory.tryReserve(4096);
    assertThat(calls).hasValue(2);
    assertThat(memory.excess()).isEqualTo(3074 - 2048);
  }

  @Test
  void theFirstBufferOfAConnectionIsFree() throws Exception {
    var buffer = new ReadBuffer(memory, ReadBuffer.newPool(), false);
    buffer.read(new StubChannel(false).arrives("x".repeat(256)));
    assertThat(memory.used()).isZero();
  }

  @Test
  void aBufferTakesWhatItGrowsByAndGivesItBack() throws Exception {
    var buffer = new ReadBuffer(memory, ReadBuffer.newPool(), false);
    StubChannel channel = new StubChannel(false).arrives("x".repeat(1500));
    while (buffer.read(channel) > 0) {
      // grows
    }
    assertThat(memory.used()).isEqualTo(buffer.heldBytes()).isEqualTo(2048);
    buffer.consume(1500);
    assertThat(memory.used()).isZero();
    buffer.release();
    assertThat(memory.used()).isZero();
  }

  @Test
  void aBufferThatMayNotGrowKeepsItsBytes() throws Exception {
    memory.tryReserve(4096);
    var buffer = new ReadBuffer(memory, ReadBuffer.newPool(), false);
    StubChannel channel = new StubChannel(false).arrives("x".repeat(1500));
    buffer.read(channel);
    assertThatThrownBy(() -> buffer.read(channel)).isInstanceOf(OutOfRequestMemoryException.class);
    assertThat(buffer.end()).isEqualTo(512);
    assertThat(memory.used()).isEqualTo(4096);
  }
}
