package tailgate.lab.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ServerSamplerTest {

  @Test
  void aSampleCanBeTakenBeforeItIsDue() {
    try (ServerSampler sampler =
        new ServerSampler(List.of(() -> Map.of("figure", 1.0)), Duration.ofHours(1))) {
      sampler.sampleNow();

      assertThat(sampler.timeline().of("figure")).containsExactly(1.0);
    }
  }

  @Test
  void anImpossibleReadingIsKeptAsTheReasonWhyNoSampleCounts() throws Exception {
    CountDownLatch asked = new CountDownLatch(2);
    ServerSampler.Gauge gauge =
        () -> {
          asked.countDown();
          if (asked.getCount() == 1) {
            throw new ImpossibleReadingException("too much");
          }
          return Map.of();
        };

    try (ServerSampler sampler = new ServerSampler(List.of(gauge), Duration.ofMillis(1))) {
      asked.await(); // the second reading begins after the first one has been dealt with

      assertThat(sampler.impossible()).contains("too much");
    }
  }
}
