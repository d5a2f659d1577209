package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class JavaMemoryTest {

  private static final long MIB = 1 << 20;

  @Test
  void saysInOneLineThatTheLimitsMayNotFitTheHeap() {
    assertThat(JavaMemory.shortage(20_000, 24 * MIB, 96 * MIB))
        .isEqualTo(
            "20000 connections (some 136 MiB) and unfinished requests (24 MiB) may not fit into the"
                + " heap of 96 MiB: lower --max-connections or --max-request-memory, or raise"
                + " -Xmx");
  }

  @Test
  void saysNothingIfTheyFit() {
    assertThat(JavaMemory.shortage(20_000, 64 * MIB, 256 * MIB)).isNull();
  }

  @Test
  void saysInOneLineThatTheStacksMayNotFitTheContainer() {
    assertThat(JavaMemory.shortageByThreads(20_000, 123 * MIB, 512 * MIB))
        .isEqualTo(
            "the stacks of 20000 threads (some 1796 MiB) and the heap (123 MiB) may not fit into"
                + " the memory of 512 MiB: lower --max-connections");
  }

  @Test
  void saysNothingIfTheStacksFit() {
    assertThat(JavaMemory.shortageByThreads(4_000, 123 * MIB, 512 * MIB)).isNull();
  }

  @Test
  void theProcessHasSomeMemory() {
    assertThat(JavaMemory.memoryBytes()).isGreaterThan(64 * MIB);
  }
}
