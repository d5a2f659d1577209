package tailgate.lab.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.load.Conditions.Counter;

class PauseLogTest {

  private static final long START = Instant.parse("2026-11-22T09:04:36Z").toEpochMilli();

  @TempDir Path folder;

  private PauseLog log;

  @BeforeEach
  void write() throws Exception {
    Path file = folder.resolve("pauses.log");
    Files.writeString(
        file,
        """
        [2026-11-22T09:04:35.156+0000] Using G1
        [2026-11-22T09:04:35.163+0000] Version: 25.0.3+9-LTS (release)
        [2026-11-22T09:04:35.163+0000] CPUs: 2 total, 1 available
        [2026-11-22T09:04:35.700+0000] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(248M) 9.999ms
        [2026-11-22T09:04:36.200+0000] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(248M) 2.500ms
        [2026-11-22T09:04:36.200+0000] Safepoint "G1CollectForAllocation", Time since last: 1 ns, Reaching safepoint: 2 ns, Cleanup: 3 ns, At safepoint: 1900000 ns, Leaving safepoint: 5 ns, Total: 2600000 ns, Threads: 1 runnable, 17 total
        [2026-11-22T09:04:37.200+0100] Safepoint "ICBufferFull", Time since last: 1 ns, Reaching safepoint: 2 ns, Cleanup: 3 ns, At safepoint: 4 ns, Total: 400000 ns
        [2026-11-22T10:04:36.900+0100] Safepoint "ICBufferFull", Time since last: 1 ns, Reaching safepoint: 2 ns, Cleanup: 3 ns, At safepoint: 4 ns, Total: 400000 ns
        """);
    log = new PauseLog(file);
  }

  @Test
  void pausesOfTheLoadAreAddedUp() {
    assertThat(log.between(START, START + 1_000))
        .containsOnly(
            entry(Counter.GC_PAUSES, 1.0),
            entry(Counter.GC_PAUSE_MILLIS, 2.5),
            entry(Counter.GC_FREED_MIB, 20.0),
            entry(Counter.GC_LEAST_HEAP_MIB, 4.0),
            entry(Counter.SAFEPOINTS, 2.0),
            entry(Counter.SAFEPOINT_MILLIS, 3.0),
            entry(Counter.LONGEST_SAFEPOINT_MILLIS, 2.6),
            entry(Counter.LONGEST_AT_SAFEPOINT_MILLIS, 1.9));
  }

  @Test
  void whatTheJvmHasFoundIsKnown() {
    assertThat(log.found()).isEqualTo("Using G1, CPUs: 2 total, 1 available");
  }

  @Test
  void aJvmThatWroteNoneSaysNothing() {
    PauseLog none = new PauseLog(folder.resolve("none.log"));

    assertThat(none.between(0, Long.MAX_VALUE)).isEmpty();
    assertThat(none.found()).isEmpty();
  }
}
