package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AccessCheckTest {

  private static final URI TARGET = URI.create("/stats");

  private final AccessCheck access = new AccessCheck(address("192.0.2.7"), "proxy.example"::equals);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "localhost:9010",
        "LocalHost:1",
        "127.0.0.1",
        "127.0.0.1:9010",
        "127.8.9.10",
        "[::1]",
        "[::1]:9010",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]:80",
        "192.0.2.7:9010",
      })
  void admitsThisMachine(String host) {
    assertThat(access.allows(TARGET, fields("Host", host))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "evil.example",
        "evil.example:9010",
        "localhost.evil.example",
        "evil-localhost",
        "127.0.0.1.evil.example",
        "127.0.0.1@evil.example",
        "localhost@evil.example",
        "127.1",
        "192.0.2.8",
        "0.0.0.0",
        "[::2]",
        "[::1",
        "[::1]x",
        "[evil]",
        "localhost:x",
      })
  void admitsNoOtherHost(String host) {
    assertThat(access.allows(TARGET, fields("Host", host))).isFalse();
  }

  @Test
  void admitsAHostThatIsAllowed() {
    Headers fields = fields("Host", "proxy.example");
    assertThat(access.allows(TARGET, fields)).isTrue();
    assertThat(access.allows(URI.create("http://proxy.example/stats"), fields)).isTrue();
  }

  @Test
  void admitsWhoIsNoBrowser() {
    assertThat(access.allows(TARGET, new Headers())).isTrue();
  }

  @Test
  void admitsNobodyWithTwoHosts() {
    assertThat(access.allows(TARGET, Headers.of(Map.of("Host", List.of("localhost", "localhost")))))
        .isFalse();
  }

  @Test
  void looksAtTheTargetToo() {
    Headers fields = fields("Host", "localhost");
    assertThat(access.allows(URI.create("http://localhost:1/stats"), fields)).isTrue();
    assertThat(access.allows(URI.create("http://evil.example/stats"), fields)).isFalse();
    assertThat(access.allows(URI.create("//evil.example/stats"), fields)).isFalse();
  }

  @Test
  void knowsItsOwnAddressInBrackets() {
    assertThat(
            new AccessCheck(address("2001:db8::7"), host -> false)
                .allows(TARGET, fields("Host", "[2001:DB8:0::7]:80")))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "/stats, same-origin, empty, true",
    "/stats, none, document, true",
    "/, cross-site, document, true",
    "/?from=elsewhere, cross-site, document, true",
    "/, same-site, document, true",
    "/, cross-site, empty, false",
    "/, cross-site, script, false",
    "/, cross-site, iframe, false",
    "/, same-site, empty, false",
  })
  void answersOtherSitesOnlyWhenALinkToThePageIsFollowed(
      URI target, String site, String destination, boolean admitted) {
    assertThat(access.allows(target, from(site, destination))).isEqualTo(admitted);
  }

  /** A site can open a link without asking its visitor, as often as it likes. */
  @ParameterizedTest
  @ValueSource(strings = {"/threads", "/stats", "/metrics", "/events", "/x", "/health/ready"})
  void noOtherSiteMakesItWork(URI target) {
    assertThat(access.allows(target, from("cross-site", "document"))).isFalse();
    assertThat(access.allows(target, from("same-site", "document"))).isFalse();
    assertThat(access.allows(target, from("none", "document"))).isTrue();
    assertThat(access.allows(target, from("same-origin", "document"))).isTrue();
  }

  private static Headers from(String site, String destination) {
    Headers fields = fields("Host", "localhost");
    fields.set("Sec-Fetch-Site", site);
    fields.set("Sec-Fetch-Dest", destination);
    return fields;
  }

  private static Headers fields(String name, String value) {
    Headers fields = new Headers();
    fields.set(name, value);
    return fields;
  }

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }
}
