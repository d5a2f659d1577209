package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.lab.hyperfoil.RequestSteps.ServerTimes;

class ServerTimesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "queue;dur=1.5 | 1500",
        "cache;desc=hit, queue;dur=0 | 0",
        "queue;desc=\"a worker\";dur=2 , service;dur=3 | 2000",
        "queue ; dur=0.0004 | 0",
      })
  void aMetricHasItsTimeInMilliseconds(String field, long micros) {
    assertThat(ServerTimes.duration(field, "queue")).isEqualTo(micros);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "queue",
        "queue;desc=1",
        "queue;dur=",
        "queue;dur=-1",
        "queue;dur=NaN",
        "queue;dur=1e300",
        "queue;dur=\"1\"",
        "myqueue;dur=1"
      })
  void whatIsNoTimeIsUnknown(String field) {
    assertThat(ServerTimes.duration(field, "queue")).isEqualTo(RequestState.NONE);
  }

  @Test
  void aFieldWithNothingButSignsIsUnknown() {
    assertThat(ServerTimes.duration(";,;,=;", "queue")).isEqualTo(RequestState.NONE);
  }
}
