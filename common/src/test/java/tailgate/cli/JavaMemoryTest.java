package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class JavaMemoryTest {

  private static final long MIB = 1 << 20;

  @Test
  void saysInOneLineThatTheLimitsMayNotFitTheHeap() {
    assertThat(JavaMemory.shortage(20_000, 24 * MIB, 96 * MIB))
        .isEqualTo(
            "20000 connections (some 97 MiB) and unfinished requests (24 MiB) may not fit into the"
                + " heap of 96 MiB: lower --max-connections or --max-request-memory, or raise"
                + " -Xmx");
  }

  @Test
  void saysNothingIfTheyFit() {
    assertThat(JavaMemory.shortage(20_000, 64 * MIB, 256 * MIB)).isNull();
  }
}
