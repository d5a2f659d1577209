package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.server.ResponseBenchmark.Ask;
import tailgate.server.ResponseBenchmark.Metrics;

final class ResponseBenchmarkTest {

  private final ResponseBenchmark benchmark = new ResponseBenchmark();

  @ParameterizedTest
  @EnumSource(Ask.class)
  void answersWithWhatIsMeasuredInOneWrite(Ask ask) throws Exception {
    benchmark.ask = ask;
    benchmark.prepare(); // throws if not
    assertThat(benchmark.respond()).isEqualTo(benchmark.respond()).isGreaterThan(100);
    benchmark.clean();
  }

  @Test
  void aWholeFileIsSentAlsoIfItIsMeasured() throws Exception {
    benchmark.ask = Ask.LARGE_HIT;
    benchmark.metrics = Metrics.ON;
    benchmark.prepare();
    assertThat(benchmark.respond()).isGreaterThan(64 << 10);
    benchmark.clean();
  }
}
