package tailgate.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EndpointTest {

  @ParameterizedTest
  @CsvSource({
    "9010, http://127.0.0.1:9010/stats",
    "1, http://127.0.0.1:1/stats",
    "localhost, http://localhost:9010/stats",
    "localhost:9011, http://localhost:9011/stats",
    "10.0.0.7:9011, http://10.0.0.7:9011/stats",
    "[::1]:9011, http://[::1]:9011/stats",
    "[::1], http://[::1]:9010/stats",
    "http://localhost:9011, http://localhost:9011/stats",
    "http://localhost:9011/, http://localhost:9011/stats",
    "http://localhost:9011/stats, http://localhost:9011/stats",
    "https://example.com, https://example.com/stats",
    "https://example.com/a/b, https://example.com/a/b/stats",
    "https://example.com/a/stats, https://example.com/a/stats",
    "localhost/stats, http://localhost:9010/stats",
    "localhost:9011/stats, http://localhost:9011/stats",
  })
  void isReadAsPeopleWriteIt(String text, String stats) {
    assertThat(Endpoint.parse(text).stats()).hasToString(stats);
  }

  @ParameterizedTest
  @CsvSource({
    "'', it is no URL",
    "' ', it is no URL",
    "a b, it is no URL",
    ":9010, it is no URL",
    "http://, it is no URL",
    "http:///stats, it names no host",
    "localhost:port, it is no URL",
    "0, a port is 1 to 65535",
    "65536, a port is 1 to 65535",
    "localhost:99999, a port is 1 to 65535",
    "99999999999, it is no URL",
    "ftp://localhost/, only http and https",
    "://localhost, it is no URL",
    "http://me@localhost/, only host",
    "http://localhost/?a, only host",
    "http://localhost/#a, only host",
  })
  void isRefusedWithTheReason(String text, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Endpoint.parse(text))
        .withMessageStartingWith(reason);
  }
}
