package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Request lines, each in front of the same fields. */
class RequestLineTest {

  private static String withFields(String line) {
    return line + "\r\nHost: h\r\n\r\n";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET / HTTP/1.1                        | /           | ''",
        "GET /? HTTP/1.1                       | /           | ?",
        "GET /a/b.html HTTP/1.1                | /a/b.html   | ''",
        "GET /a?b=c?d/e HTTP/1.1               | /a          | ?b=c?d/e",
        "GET /%41%2f%00 HTTP/1.1               | /%41%2f%00  | ''",
        "GET //a//../b HTTP/1.1                | //a//../b   | ''",
        "GET /[a]?b[]=%5b HTTP/1.1             | /[a]        | ?b[]=%5b",
        "GET /-._~!$&'()*+,;=:@ HTTP/1.1       | /-._~!$&'()*+,;=:@ | ''",
        "GET http://h HTTP/1.1                 | /           | ''",
        "GET http://h? HTTP/1.1                | /           | ?",
        "GET http://h?q HTTP/1.1               | /           | ?q",
        "GET http://h/ HTTP/1.1                | /           | ''",
        "GET HTTP://H.example:80/a?b HTTP/1.1  | /a          | ?b",
        "GET http://h:/a HTTP/1.1              | /a          | ''",
        "GET http://[::1]:8080/a HTTP/1.1      | /a          | ''",
        "GET http://h//a HTTP/1.1              | //a         | ''",
        "OPTIONS * HTTP/1.1                    | *           | ''",
        "OPTIONS /a HTTP/1.1                   | /a          | ''",
        "CONNECT h:443 HTTP/1.1                | /           | ''",
        "CONNECT [::1]:443 HTTP/1.1            | /           | ''",
      })
  void readsTheFourFormsOfTheTarget(String line, String path, String query) {
    Request request = Heads.request(withFields(line));

    assertThat(request.path()).hasToString(path);
    assertThat(request.query()).isEqualTo(query);
    assertThat(line).contains(" " + request.target() + " ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'GET'                               | REQUEST_LINE",
        "'GET '                              | REQUEST_LINE",
        "'GET /'                             | REQUEST_LINE", // HTTP/0.9
        "'GET / '                            | VERSION",
        "'GET  / HTTP/1.1'                   | REQUEST_LINE",
        "'GET  HTTP/1.1'                     | REQUEST_LINE",
        "'GET /  HTTP/1.1'                   | VERSION",
        "'GET /a b HTTP/1.1'                 | VERSION",
        "'GET / HTTP/1.1 '                   | VERSION",
        "'GET\t/ HTTP/1.1'                   | METHOD",
        "'GET /\tHTTP/1.1'                   | TARGET",
        "'G(T / HTTP/1.1'                    | METHOD",
        "'G\0T / HTTP/1.1'                   | METHOD",
        "'G\u00c4T / HTTP/1.1'               | METHOD",
        "'GET: / HTTP/1.1'                   | METHOD",
        "'GET /\0 HTTP/1.1'                  | TARGET",
        "'GET /\13 HTTP/1.1'                 | TARGET",
        "'GET /\177 HTTP/1.1'                | TARGET",
        "'GET /\u00e4 HTTP/1.1'              | TARGET",
        "'GET /#top HTTP/1.1'                | TARGET",
        "'GET /\" HTTP/1.1'                  | TARGET",
        "'GET /<a HTTP/1.1'                  | TARGET",
        "'GET /a> HTTP/1.1'                  | TARGET",
        "'GET /a\\b HTTP/1.1'                | TARGET",
        "'GET /^ HTTP/1.1'                   | TARGET",
        "'GET /` HTTP/1.1'                   | TARGET",
        "'GET /{a} HTTP/1.1'                 | TARGET",
        "'GET /?a|b HTTP/1.1'                | TARGET",
        "'GET /?a=% HTTP/1.1'                | TARGET",
        "'GET /?a=%4 HTTP/1.1'               | TARGET",
        "'GET /?a=%4g HTTP/1.1'              | TARGET",
        "'GET /%zz HTTP/1.1'                 | TARGET",
        "'GET a HTTP/1.1'                    | TARGET",
        "'GET ?a HTTP/1.1'                   | TARGET",
        "'GET h:80 HTTP/1.1'                 | TARGET",
        "'GET * HTTP/1.1'                    | TARGET",
        "'OPTIONS ** HTTP/1.1'               | TARGET",
        "'OPTIONS *?a HTTP/1.1'              | TARGET",
        "'GET https://h/ HTTP/1.1'           | TARGET",
        "'GET http: HTTP/1.1'                | TARGET",
        "'GET http:// HTTP/1.1'              | TARGET",
        "'GET http:///a HTTP/1.1'            | TARGET",
        "'GET http://?a HTTP/1.1'            | TARGET",
        "'GET http://:80/ HTTP/1.1'          | TARGET",
        "'GET http://user@h/ HTTP/1.1'       | TARGET",
        "'GET http://h:x/ HTTP/1.1'          | TARGET",
        "'GET http://h:65536/ HTTP/1.1'      | TARGET",
        "'GET http://[::1/ HTTP/1.1'         | TARGET",
        "'GET http://h\\@a/ HTTP/1.1'        | TARGET",
        "'CONNECT / HTTP/1.1'                | TARGET",
        "'CONNECT h HTTP/1.1'                | TARGET",
        "'CONNECT h: HTTP/1.1'               | TARGET",
        "'CONNECT :443 HTTP/1.1'             | TARGET",
        "'CONNECT [::1] HTTP/1.1'            | TARGET",
        "'CONNECT http://h:443/ HTTP/1.1'    | TARGET",
      })
  void refusesAnythingElse(String line, Refusal refusal) {
    assertThat(Heads.refusal(withFields(line))).isEqualTo(refusal);
  }

  @ParameterizedTest
  @CsvSource({"HTTP/1.0, HTTP_1_0", "HTTP/1.1, HTTP_1_1", "HTTP/1.2, HTTP_1_1"})
  void speaksVersionOne(String version, Version expected) {
    assertThat(Heads.request(withFields("GET / " + version)).version()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP/0.9,  VERSION_UNSUPPORTED",
    "HTTP/2.0,  VERSION_UNSUPPORTED",
    "HTTP/3.0,  VERSION_UNSUPPORTED",
    "HTTP/2,    VERSION",
    "HTTP/1,    VERSION",
    "HTTP/1.,   VERSION",
    "HTTP/1.10, VERSION",
    "HTTP/11.1, VERSION",
    "HTTP/1x1,  VERSION",
    "HTTP/1.x,  VERSION",
    "HTTP/-.1,  VERSION",
    "http/1.1,  VERSION",
    "HTTPS/1.1, VERSION",
    "HTTX/1.1,  VERSION",
    "'HTTP/ 1.1', VERSION",
    "'HTTP /1.1', VERSION",
  })
  void speaksNoOtherVersion(String version, Refusal refusal) {
    assertThat(Heads.refusal(withFields("GET / " + version))).isEqualTo(refusal);
  }

  @Test
  void theVersionOfThePrefaceOfHttp2IsWhatIsWrongWithIt() {
    assertThat(Heads.refusal("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
        .isEqualTo(Refusal.VERSION_UNSUPPORTED);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CONNECT", "EXTENSION"})
  void knowsTheMethodsOfTheStandard(Method method) {
    assertThat(Heads.request(withFields(method + " / HTTP/1.1")).method()).isEqualTo(method);
  }

  @ParameterizedTest
  @CsvSource({"get", "GETS", "GE", "G", "PROPFIND", "!#$%&*+-.^_`|~"})
  void takesAnyOtherTokenForAnExtension(String method) {
    assertThat(Heads.request(withFields(method + " / HTTP/1.1")).method())
        .isEqualTo(Method.EXTENSION);
  }
}
