package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JvmStatsTest {

  /** The names that the collectors of the JDKs 21 and 25 have. */
  @ParameterizedTest
  @CsvSource({
    "Copy, false",
    "MarkSweepCompact, false",
    "PS Scavenge, false",
    "PS MarkSweep, false",
    "G1 Young Generation, false",
    "G1 Concurrent GC, false",
    "G1 Old Generation, false",
    "ZGC Cycles, true",
    "ZGC Pauses, false",
    "ZGC Minor Cycles, true",
    "ZGC Minor Pauses, false",
    "ZGC Major Cycles, true",
    "ZGC Major Pauses, false",
    "Shenandoah Cycles, true",
    "Shenandoah Pauses, false",
  })
  void whatIsNoPauseIsCalledCycles(String collector, boolean concurrent) {
    assertThat(JvmStats.isConcurrent(collector)).isEqualTo(concurrent);
  }

  @Test
  void everyJvmHasPauses() {
    assertThat(JvmStats.now(OptionalLong.empty(), Optional.empty()).collectors())
        .anyMatch(collector -> !collector.concurrent());
  }
}
