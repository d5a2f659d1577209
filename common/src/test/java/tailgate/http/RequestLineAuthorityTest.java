package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The authority in a target, and in a Host field. */
class RequestLineAuthorityTest {

  private static boolean isAuthority(String text) {
    byte[] bytes = Heads.bytes("[:" + text + "]:80");
    return RequestLine.isAuthority(bytes, 2, 2 + text.length());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "h",
        "www.example.com",
        "www.example.com.",
        "WWW.EXAMPLE.COM:80",
        "a_b-c~d!$&'()*+,;=",
        "%41%c3%A4:80",
        "h:",
        "h:0",
        "h:00080",
        "h:65535",
        "127.0.0.1:8010",
        "[::]",
        "[::1]",
        "[::1]:",
        "[::1]:8010",
        "[1::]",
        "[1:2:3:4:5:6:7:8]",
        "[1:2:3:4:5:6:7::]",
        "[::2:3:4:5:6:7:8]",
        "[1:2::7:8]",
        "[2001:DB8::abcd]:443",
        "[::ffff:192.0.2.255]",
        "[1:2:3:4:5:6:0.0.0.0]",
      })
  void accepts(String text) {
    assertThat(isAuthority(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        ":80",
        "h:x",
        "h:80x",
        "h:-1",
        "h:+1",
        "h: 80",
        "h:65536",
        "h:99999999999999999999",
        "h:80:80",
        "a b",
        "a/b",
        "a?b",
        "a@b",
        "user:secret@h",
        "a\\b",
        "a\"b",
        "<a>",
        "a\0",
        "\u00e4.example",
        "%",
        "a%4",
        "a%4g",
        "%:80",
        "[",
        "]",
        "[]",
        "[]:80",
        "[:]",
        "[h]",
        "[::1",
        "::1",
        "[::1]x",
        "[::1]]",
        "[[::1]]",
        "a[::1]",
        "[:::]",
        "[1:::2]",
        "[1::2::3]",
        "[1:]",
        "[:1]",
        "[::1:]",
        "[12345::]",
        "[::g]",
        "[1:2:3:4:5:6:7]",
        "[1:2:3:4:5:6:7:8:9]",
        "[1:2:3:4::5:6:7:8]",
        "[::1%25eth0]",
        "[127.0.0.1]",
        "[::127.0.0]",
        "[::127.0.0.1.1]",
        "[::127.0.0.256]",
        "[::127.0.0.01]",
        "[::127..0.1]",
        "[::127.0.0.]",
        "[::127.0.0.1:1]",
        "[1:2:3:4:5:6:7:127.0.0.1]",
      })
  void refuses(String text) {
    assertThat(isAuthority(text)).isFalse();
  }
}
