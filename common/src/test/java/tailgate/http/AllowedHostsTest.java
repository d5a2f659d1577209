package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {

  private final AllowedHosts hosts =
      AllowedHosts.of(List.of("Files.Example", "localhost.", "192.0.2.7", "2001:db8::7", "[::1]"));

  private boolean allows(String host) {
    return hosts.allows(Requests.parse("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "files.example",
        "FILES.example",
        "files.example.",
        "files.example:80",
        "files.example:",
        "files.example.:8010",
        "localhost",
        "LocalHost.:1",
        "192.0.2.7",
        "192.0.2.7:8010",
        "[2001:db8::7]",
        "[2001:DB8:0:0::0007]:8010",
        "[2001:0db8:0:0:0:0:0:7]",
        "[2001:db8::0.0.0.7]",
        "[::1]:8010",
        "[0:0:0:0:0:0:0:1]",
      })
  void allowsAHostHoweverItIsSpelled(String host) {
    assertThat(allows(host)).isTrue();
    assertThat(hosts.allows(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "files.example.evil.example",
        "evil-files.example",
        "www.files.example",
        "files.exampl",
        "files.example..",
        "files.example%2e",
        "example",
        ".",
        "files",
        "127.0.0.1",
        "192.0.2.70",
        "192.0.2.7.evil.example",
        "[::2]",
        "[::1:0]",
        "[2001:db8::7:0]",
        "[2001:db8:7::]",
        "[::ffff:192.0.2.7]",
      })
  void allowsNoOtherHost(String host) {
    assertThat(allows(host)).isFalse();
    assertThat(hosts.allows(host)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "files.example:x",
        "files.example:80@evil.example",
        "files.example@evil.example",
        "[::1",
        "[::1]x",
        "[]",
        "files.example/",
      })
  void allowsNothingThatIsNoHost(String text) {
    assertThat(hosts.allows(text)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "http://files.example/a, evil.example, true",
    "http://FILES.example:80/a, evil.example, true",
    "http://files.example, evil.example, true",
    "http://evil.example/a, files.example, false",
    "http://evil.example?http://files.example/, files.example, false",
    "/http://files.example/, evil.example, false",
  })
  void theHostInTheTargetOverridesTheField(String target, String field, boolean allowed) {
    Request request = Requests.parse("GET " + target + " HTTP/1.1\r\nHost: " + field + "\r\n\r\n");

    assertThat(hosts.allows(request)).isEqualTo(allowed);
  }

  @Test
  void allowsARequestThatNamesNoHost() {
    assertThat(hosts.allows(Requests.parse("GET / HTTP/1.0\r\n\r\n"))).isTrue();
    assertThat(hosts.allows(Requests.parse("GET / HTTP/1.0\r\nHost: evil.example\r\n\r\n")))
        .isFalse();
  }

  /** A parser reads one request after the other. */
  @Test
  void forgetsTheHostOfTheRequestBefore() {
    byte[] wire =
        Heads.bytes(
            "GET http://files.example/ HTTP/1.1\r\nHost: x\r\n\r\n"
                + "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    var parser = new RequestParser(Limits.DEFAULT);
    assertThat(parser.parse(wire, 0, wire.length)).isEqualTo(Progress.COMPLETE);
    parser.request().bind(wire, 0);
    assertThat(hosts.allows(parser.request())).isTrue();
    int second = parser.length();
    parser.reset();
    assertThat(parser.parse(wire, second, wire.length)).isEqualTo(Progress.COMPLETE);
    parser.request().bind(wire, second);
    assertThat(hosts.allows(parser.request())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ".",
        "*",
        "*.example",
        "a..b",
        "a b",
        "files.example:80",
        "http://files.example",
        "files.example/",
        "user@files.example",
        "gr\u00fcn.example",
        "[::1]:80",
        "[::1",
        "::1::",
        "1:2",
      })
  void refusesWhatIsNoHost(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AllowedHosts.of(List.of(name)))
        .withMessage(
            "'%s' is not a host that can be allowed; give a name or an IP address without a port",
            name);
  }
}
