package tailgate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.lab.load.LineUse;

class NetworkLineTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0ms | 0 ms there and back",
        "20ms | 20 ms there and back",
        "500us | 0.5 ms there and back",
        "1s,loss=0.5 | 1000 ms there and back, 0.5 % of the packets lost in each direction",
        "0ms,loss=1% | 0 ms there and back, 1 % of the packets lost in each direction",
        "0ms,loss=0 | 0 ms there and back, 0 % of the packets lost in each direction"
      })
  void aReportSaysWhatTheUserAskedFor(String text, String words) {
    assertThat(NetworkLine.parse(text)).hasToString(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "20", "-1ms", "1m", "20ms,loss", "20ms,loss=-1", "20ms,jitter=1ms"})
  void whatIsNoLineIsRefused(String text) {
    assertThatThrownBy(() -> NetworkLine.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is no line such as 20ms or 20ms,loss=1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"11s", "10001ms", "1ms,loss=51", "1ms,loss=50.1"})
  void aLineOnWhichNothingArrivesIsRefused(String text) {
    assertThatThrownBy(() -> NetworkLine.parse(text))
        .hasMessage("'" + text + "' is more than a delay of 10s or a loss of 50 per cent");
  }

  @Test
  void aLostPacketCostsTheLeastTimeOut() {
    assertThat(NetworkLine.parse("20ms,loss=1").meanSeconds()).isCloseTo(0.024, within(1e-9));
  }

  @Test
  void theLoadRunsAtItsEndOnItsProcessors() {
    Isolation apart =
        new Isolation(Placement.parse("server=0,load=1"), Isolation.Collector.G1, IdleGate.OPEN)
            .across(new Somewhere(NetworkLine.parse("1ms")));

    assertThat(apart.host()).isEqualTo("198.18.0.1");
    assertThat(apart.ofLoad(List.of("java", "-version")))
        .containsExactly("enter", "7", "taskset", "-c", "1", "java", "-version");
    assertThat(apart)
        .hasToString(
            "server on 0, generator and lab on 1; a line between them of 1 ms there and back, made"
                + " by nobody; collector of the servers: g1");
  }

  @Test
  void withoutALineTheLoadIsOnTheLoopbackInterface() {
    assertThat(Isolation.NONE.host()).isEqualTo("127.0.0.1");
    assertThat(Isolation.NONE.ofLoad(List.of("java"))).containsExactly("java");
  }

  private record Somewhere(NetworkLine now) implements LaidLine {

    @Override
    public String host() {
      return "198.18.0.1";
    }

    @Override
    public List<String> prefix() {
      return List.of("enter", "7");
    }

    @Override
    public void change(NetworkLine to) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<LineUse> use() {
      return Optional.empty();
    }

    @Override
    public String toString() {
      return now + ", made by nobody";
    }
  }
}
