package tailgate.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {

  private static final Environment ENVIRONMENT =
      new Environment("noon", "a machine", "a java", "c0ffee", "tailgate compare");

  @Test
  void theTableHoldsTheFiguresOfTheSamples() throws Exception {
    LatencySummary summary = LatencySummary.of(Canned.samples());

    assertThat(
            new ComparisonTable(
                    List.of(
                        new Outcome.Measured("threadpool", summary),
                        new Outcome.CutShort("event-loop", summary)))
                .toString())
        .isEqualTo(
            """
            | stage                  |  average |  p50 |    p90 |    p95 |    p99 |    max | throughput |      errors |
            |:-----------------------|---------:|-----:|-------:|-------:|-------:|-------:|-----------:|------------:|
            | threadpool             | 127.6 ms | 2 ms | 970 ms | 970 ms | 970 ms | 970 ms |      7.9/s | 2 (25.00 %) |
            | event-loop (cut short) | 127.6 ms | 2 ms | 970 ms | 970 ms | 970 ms | 970 ms |      7.9/s | 2 (25.00 %) |
            """);
  }

  @Test
  void saysHowItWasMadeAndHowFarToTrustIt() throws Exception {
    Load load = new Load(8, Duration.ofSeconds(1));
    Outcome outcome = new Outcome.Measured("threadpool", LatencySummary.of(Canned.samples()));

    assertThat(report(load, outcome))
        .contains("a machine", "a java", "c0ffee", "tailgate compare", "Raw results: raw\n")
        .contains("8 users in 1 s with one request each: 8.0 arrivals/s, and at most 7 users alive")
        .contains("closed loop", "whole milliseconds", "shared this machine")
        .doesNotContain("were recorded");
  }

  @Test
  void namesWhatIsMissing() throws Exception {
    Load load = new Load(1_000, Duration.ofSeconds(6));

    assertThat(
            report(
                load,
                new Outcome.Measured("threadpool", LatencySummary.of(Canned.samples())),
                new Outcome.Failed("event-loop", "ended before it answered")))
        .contains("threadpool: 8 requests were recorded, not 1,000; see jmeter.log\n")
        .contains("event-loop: FAILED: ended before it answered\n");
  }

  @Test
  void withoutAnyFiguresThereIsNoTable() {
    assertThat(report(Load.QUICK, new Outcome.Failed("threadpool", "ended")))
        .doesNotContain("| stage")
        .contains("threadpool: FAILED: ended\n");
  }

  private static String report(Load load, Outcome... outcomes) {
    return new Report(ENVIRONMENT, load, List.of(outcomes), Path.of("raw")).toString();
  }
}
