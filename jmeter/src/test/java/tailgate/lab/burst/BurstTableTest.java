package tailgate.lab.burst;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.lab.burst.BurstSamples.BEHIND;
import static tailgate.lab.burst.BurstSamples.result;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.burst.BurstCandidate.Role;

class BurstTableTest {

  @Test
  void aRowForEachStageWithTheP99OfEachTrialAndAVerdict() {
    BurstTable table =
        new BurstTable(
            List.of(
                result(1, Role.FIXED, 1_000_000),
                result(1, Role.ADAPTIVE, 61_300),
                result(2, Role.FIXED, 900_000),
                result(2, Role.ADAPTIVE, 59_000, 0, BEHIND)));

    assertThat(table.toString().lines().map(line -> line.replaceAll(" +", " ")))
        .contains(
            "| io-50ms | kept | threadpool | 1000 900 | 475 | 52.0 | 86 |",
            "| io-50ms | kept | adaptive-pool | 61.3 59.0* | 30.1 | 52.0 | 86 |",
            "- io-50ms, kept: >= 30 %: HELD (median -94 %, -94 % to -94 %, 1 trials, 1 left out)",
            "- io-50ms, kept, adaptive-pool, trial 2: the generator fell behind:"
                + " 97.0 % sent in time, 0 found all connections in use");
  }
}
