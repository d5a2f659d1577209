package tailgate.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.server.StubTransfer;

final class BodySequenceTest {

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final StubTransfer source = new StubTransfer("0123456789".getBytes(US_ASCII));

  @Test
  void movesWhatThereIsOfASourceThatHasEnded() throws IOException {
    source.end = 3;
    try (var parts = new BodySequence(List.of(BodySlice.of(source, new ByteRange(0, 7))), source)) {
      assertThat(parts.transferTo(0, 100, Channels.newChannel(sent))).isEqualTo(3);
      assertThat(parts.transferTo(3, 100, Channels.newChannel(sent))).isZero();
    }
    assertThat(sent).hasToString("012");
  }

  @Test
  void holdsADescriptorIfAPartDoes() throws IOException {
    var memory = new Body.Bytes(ByteBuffer.wrap("abc".getBytes(US_ASCII)));
    try (var parts = new BodySequence(List.of(memory, memory), () -> {})) {
      assertThat(parts.holdsDescriptor()).isFalse();
    }
    Body slice = BodySlice.of(source, new ByteRange(0, 7));
    try (var parts = new BodySequence(List.of(memory, slice), source)) {
      assertThat(parts.holdsDescriptor()).isTrue();
    }
  }
}
