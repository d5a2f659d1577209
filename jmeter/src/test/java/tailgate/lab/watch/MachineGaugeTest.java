package tailgate.lab.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineGaugeTest {

  @TempDir Path proc;

  private final AtomicLong clock = new AtomicLong(5_000_000_000L);

  @Test
  void readsWhatNobodyUsed() throws Exception {
    stat(1_000, 10);
    MachineGauge gauge = new MachineGauge(proc, clock::get);

    clock.addAndGet(200_000_000); // 20 ticks
    stat(1_025, 15); // waiting for a disk is idle, too

    assertThat(gauge.read()).containsOnly(entry("idle", 1.5));
  }

  @Test
  void anotherSystemTellsNothing() throws Exception {
    Files.writeString(proc.resolve("stat"), "cpu 1 2\n");

    assertThatThrownBy(() -> new MachineGauge(proc, clock::get)).isInstanceOf(IOException.class);
  }

  /** As proc_stat(5) has it. */
  private void stat(int idle, int waiting) throws IOException {
    Files.writeString(
        proc.resolve("stat"),
        "cpu  500 0 300 %d %d 0 7 0 0 0\ncpu0 250 0 150 500 5 0 3 0 0 0\n"
            .formatted(idle, waiting));
  }
}
