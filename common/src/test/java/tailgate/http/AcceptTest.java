package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptTest {

  private static final String PIP =
      "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html; q=0.1,"
          + " text/html; q=0.01";

  private static final String BROWSER =
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

  private static boolean prefersJson(String field) {
    return Accept.prefers(
        Requests.parse("GET / HTTP/1.1\r\nHost: test\r\n" + field + "\r\n"),
        "application/json",
        "text/html");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON;q=0.001",
        "application/json; charset=utf-8",
        "application/json, text/plain, */*", // axios
        "application/json, text/javascript, */*; q=0.01", // jQuery
        "application/*",
        "*/*, text/html;q=0.9",
        "text/html;q=0.9, application/json",
        "text/html;q=0, */*",
        "application/json, text/html;q=2", // malformed
        "application/json\r\nAccept: text/html;q=0.5",
      })
  void jsonIsPreferred(String accept) {
    assertThat(prefersJson("Accept: " + accept + "\r\n")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*/*",
        "text/html",
        "text/*",
        PIP,
        BROWSER,
        "text/html, application/json",
        "application/json;q=0.9, text/html",
        "application/json;q=0, */*",
        "application/json;q=0",
        "application/json;q=0, application/*;q=0",
        "application/jsonp",
        "json",
        "image/png",
        "",
        "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", // java.net.HttpURLConnection
      })
  void htmlIsPreferredOrAsGood(String accept) {
    assertThat(prefersJson("Accept: " + accept + "\r\n")).isFalse();
  }

  @Test
  void whoSaysNothingPrefersNothing() {
    assertThat(prefersJson("")).isFalse();
    assertThat(Accept.prefers(Requests.get("/"), "text/html", "application/json")).isFalse();
  }

  @Test
  void aListThatIsTooLongIsIgnored() {
    assertThat(prefersJson("Accept: application/json" + ", x/y".repeat(63) + "\r\n")).isTrue();
    assertThat(prefersJson("Accept: application/json" + ", x/y".repeat(64) + "\r\n")).isFalse();
  }
}
