package tailgate.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import org.junit.jupiter.api.Test;

class FailuresTest {

  @Test
  void aBrokenConnectionIsNamedByWhatBrokeIt() {
    assertThat(Failures.broken(new SocketException("Connection reset")))
        .isEqualTo("connection broken (SocketException: Connection reset)");
    assertThat(
            Failures.broken(
                new IOException("recvAddress(..) failed with error(-104): Connection reset")))
        .isEqualTo("connection broken (IOException: Connection reset)");
  }

  /** Else each answer could be a cause of its own. */
  @Test
  void theWordsOfAnAnswerAreInNoCause() {
    assertThat(
            Failures.broken(new IllegalStateException("HTTP/1.1 2O0", new ArithmeticException())))
        .isEqualTo("connection broken (ArithmeticException)");
  }
}
