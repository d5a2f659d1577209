package tailgate.http;

import static tailgate.http.WireCases.accepted;
import static tailgate.http.WireCases.refused;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The catalogue of malformed and ambiguous messages: line endings and the request line. */
class MalformedRequestLineTest {

  private static String withHost(String line) {
    return line + "\r\nHost: h\r\n\r\n";
  }

  private static DynamicTest target(Refusal refusal, String why, String target) {
    return refused(refusal, why, withHost("GET " + target + " HTTP/1.1"));
  }

  private static DynamicTest target(String why, String target) {
    return accepted(why, withHost("GET " + target + " HTTP/1.1"));
  }

  private static DynamicTest version(Refusal refusal, String why, String version) {
    return refused(refusal, why, withHost("GET / " + version));
  }

  @TestFactory
  Stream<DynamicTest> lineEndings() {
    String request = withHost("GET / HTTP/1.1");
    return Stream.of(
        accepted("9112 §2.2: an empty line before a request is skipped", "\r\n" + request),
        accepted("9112 §2.2: so are several", "\r\n\r\n\r\n" + request),
        refused(Refusal.BARE_LF, "9112 §2.2: LF alone may be taken, not here", "\n" + request),
        refused(
            Refusal.BARE_LF,
            "9112 §2.2: not after the request line",
            request.replaceFirst("\r", "")),
        refused(Refusal.BARE_LF, "9112 §2.2: not anywhere", request.replace("\r", "")),
        refused(
            Refusal.BARE_LF,
            "9112 §2.2: not as the empty line",
            "GET / HTTP/1.1\r\nHost: h\r\n\nX: y\r\n\r\n"),
        refused(
            Refusal.BARE_LF,
            "9112 §3: LF is no space between the parts",
            "GET /\nHTTP/1.1\r\nHost: h\r\n\r\n"),
        refused(Refusal.METHOD, "9112 §2.2: CR alone is no line ending", "\r" + request),
        refused(Refusal.METHOD, "9112 §2.2: nor two of them", "\r\r\n" + request),
        refused(
            Refusal.VERSION,
            "9112 §2.2: CR alone does not end the request line",
            "GET / HTTP/1.1\rX: y\r\nHost: h\r\n\r\n"),
        refused(
            Refusal.VERSION,
            "9112 §2.2: one CR before LF, not two",
            "GET / HTTP/1.1\r\r\nHost: h\r\n\r\n"),
        refused(
            Refusal.FIELD_NAME,
            "9112 §2.2: CR and another octet do not end the head",
            "GET / HTTP/1.1\r\nHost: h\r\n\rPOST /b HTTP/1.1\r\n\r\n"),
        refused(
            Refusal.NOT_HTTP, "9112 §2.2: no space before the request line", " GET / HTTP/1.1\r\n"),
        refused(Refusal.NOT_HTTP, "9112 §3.1: a TLS handshake", "\26\3\1\2\0\1\0\1\374"),
        refused(Refusal.NOT_HTTP, "9112 §3.1: NUL", "\0GET / HTTP/1.1\r\n"));
  }

  @TestFactory
  Stream<DynamicTest> separators() {
    String why = "9112 §3: the parts are separated by one SP: ";
    return Stream.of(
        refused(Refusal.REQUEST_LINE, why + "not two", withHost("GET  / HTTP/1.1")),
        refused(Refusal.VERSION, why + "not two", withHost("GET /  HTTP/1.1")),
        refused(Refusal.METHOD, why + "not a tab", withHost("GET\t/ HTTP/1.1")),
        refused(Refusal.TARGET, why + "not a tab", withHost("GET /\tHTTP/1.1")),
        refused(Refusal.METHOD, why + "not a vertical tab", withHost("GET\13/ HTTP/1.1")),
        refused(Refusal.METHOD, why + "not a form feed", withHost("GET\f/ HTTP/1.1")),
        refused(Refusal.METHOD, why + "not NBSP", withHost("GET\u00a0/ HTTP/1.1")),
        refused(Refusal.METHOD, why + "not CR", withHost("GET\r/ HTTP/1.1")),
        refused(Refusal.VERSION, why + "none at the end", withHost("GET / HTTP/1.1 ")),
        refused(Refusal.VERSION, "9112 §3: three parts, not four", withHost("GET / a HTTP/1.1")),
        refused(
            Refusal.VERSION, "9112 §3: nothing after the version", withHost("GET / HTTP/1.1 a")),
        refused(Refusal.REQUEST_LINE, "9112 §3: a version, unlike HTTP/0.9", withHost("GET /")),
        refused(Refusal.REQUEST_LINE, "9112 §3: a target", withHost("GET HTTP/1.1")),
        refused(Refusal.REQUEST_LINE, "9112 §3: more than a method", withHost("GET")),
        refused(Refusal.REQUEST_LINE, "9112 §3: more than two spaces", withHost("GET  ")));
  }

  @TestFactory
  Stream<DynamicTest> methods() {
    return Stream.of(
        accepted("9110 §9.1: case matters, so this is another method", withHost("get / HTTP/1.1")),
        accepted("9110 §5.6.2: any token", withHost("$M!-~x9 / HTTP/1.1")),
        refused(Refusal.METHOD, "9110 §5.6.2: no token", withHost("G@T / HTTP/1.1")),
        refused(Refusal.METHOD, "9110 §5.6.2: no token", withHost("GET,PUT / HTTP/1.1")),
        refused(Refusal.METHOD, "9110 §5.6.2: no token", withHost("G{} / HTTP/1.1")),
        refused(Refusal.NOT_HTTP, "9110 §5.6.2: no token", withHost("\"GET\" / HTTP/1.1")),
        refused(Refusal.METHOD, "9110 §5.6.2: no token", withHost("GE\0T / HTTP/1.1")),
        refused(Refusal.METHOD, "9110 §5.6.2: no token", withHost("GE\u00cfT / HTTP/1.1")),
        refused(Refusal.METHOD, "9110 §5.6.2: a field is no request line", "Host: h\r\n\r\n"));
  }

  @TestFactory
  Stream<DynamicTest> originForms() {
    String rfc3986 = "3986 §2: not a character of a URI";
    return Stream.of(
        target("3986 §3.3: empty segments", "//a//"),
        target("3986 §3.3: parameters and sub-delims", "/a;b=1,2/!$&'()*+:@"),
        target("3986 §3.4: / and ? in a query", "/?a=/b?c"),
        target("3986 §3.2.2: brackets are for hosts, but widespread", "/[a]?b[0]=c"),
        target("3986 §2.1: escapes in any case; their meaning is for the site", "/%7e%7E%00%2f"),
        target(Refusal.TARGET, "9112 §3.2: a fragment is not sent", "/a#b"),
        target(Refusal.TARGET, "9112 §3.2.1: a slash first", "a/b"),
        target(Refusal.TARGET, "9112 §3.2.1: a slash first", "?a"),
        target(Refusal.TARGET, "9112 §3.2.1: a slash first", "%2fa"),
        target(Refusal.TARGET, "9112 §3.2.1: a slash first", "../a"),
        target(Refusal.TARGET, rfc3986, "/\""),
        target(Refusal.TARGET, rfc3986, "/<script>"),
        target(Refusal.TARGET, rfc3986, "/..\\a"),
        target(Refusal.TARGET, rfc3986, "/?a^b"),
        target(Refusal.TARGET, rfc3986, "/`a`"),
        target(Refusal.TARGET, rfc3986, "/?{a}"),
        target(Refusal.TARGET, rfc3986, "/a|b"),
        target(Refusal.TARGET, rfc3986, "/\177"),
        target(Refusal.TARGET, rfc3986, "/a\0.html"),
        target(Refusal.TARGET, rfc3986, "/\33"),
        target(Refusal.TARGET, "3986 §2.1: UTF-8 is escaped", "/\u00c3\u00bc"),
        target(Refusal.TARGET, "3986 §2.1: an escape has two digits", "/%"),
        target(Refusal.TARGET, "3986 §2.1: an escape has two digits", "/%a?b"),
        target(Refusal.TARGET, "3986 §2.1: hexadecimal ones", "/%u00e4"),
        target(Refusal.TARGET, "3986 §2.1: in the query too", "/?rate=5%"),
        target(Refusal.TARGET, "3986 §2.1: in the query too", "/?a=%g0"));
  }

  @TestFactory
  Stream<DynamicTest> otherForms() {
    String authority = "3986 §3.2: malformed authority";
    return Stream.of(
        target("9112 §3.2.2: absolute-form; its authority replaces Host", "http://other:8080/a?b"),
        target("9110 §4.2.3: the scheme in any case", "hTTp://h"),
        target("9112 §3.2.2: a query without a path", "http://h?a"),
        target(Refusal.TARGET, "9110 §4.2.2: https is not for a plain connection", "https://h/"),
        target(Refusal.TARGET, "9110 §4.2: another scheme", "ftp://h/"),
        target(Refusal.TARGET, "9110 §4.2: another scheme", "file:///etc/passwd"),
        target(Refusal.TARGET, "9110 §4.2.1: an authority", "http:/a"),
        target(Refusal.TARGET, "9110 §4.2.1: a host that is not empty", "http:///a"),
        target(Refusal.TARGET, "9110 §4.2.1: a host that is not empty", "http://:80/"),
        target(Refusal.TARGET, "9110 §4.2.4: no user information", "http://a:b@h/"),
        target(Refusal.TARGET, authority, "http://h:8o/"),
        target(Refusal.TARGET, authority, "http://h:80:80/"),
        target(Refusal.TARGET, authority, "http://[::1/"),
        target(Refusal.TARGET, authority, "http://[::1]h/"),
        target(Refusal.TARGET, authority, "http://::1/"),
        target(Refusal.TARGET, authority, "http://a\\.b/"),
        target(Refusal.TARGET, "9112 §3.2: a fragment is not sent", "http://h#a"),
        accepted("9112 §3.2.4: asterisk-form", withHost("OPTIONS * HTTP/1.1")),
        target(Refusal.TARGET, "9112 §3.2.4: for OPTIONS only", "*"),
        refused(Refusal.TARGET, "9112 §3.2.4: and alone", withHost("OPTIONS */a HTTP/1.1")),
        accepted("9112 §3.2.3: authority-form", withHost("CONNECT h:1 HTTP/1.1")),
        target(Refusal.TARGET, "9112 §3.2.3: for CONNECT only", "h:80"),
        refused(Refusal.TARGET, "9110 §9.3.6: with a port", withHost("CONNECT h HTTP/1.1")),
        refused(Refusal.TARGET, "9110 §9.3.6: with a port", withHost("CONNECT h: HTTP/1.1")),
        refused(Refusal.TARGET, "9112 §3.2.3: and no path", withHost("CONNECT h:1/ HTTP/1.1")),
        refused(Refusal.TARGET, "9112 §3.2.3: nothing else", withHost("CONNECT / HTTP/1.1")));
  }

  @TestFactory
  Stream<DynamicTest> versions() {
    return Stream.of(
        accepted("9110 §2.5: a higher minor version is read as 1.1", withHost("GET / HTTP/1.9")),
        accepted("9112 §3.2: 1.0 needs no Host", "GET / HTTP/1.0\r\n\r\n"),
        version(Refusal.VERSION, "9112 §2.3: case matters", "Http/1.1"),
        version(Refusal.VERSION, "9112 §2.3: one digit", "HTTP/1.10"),
        version(Refusal.VERSION, "9112 §2.3: one digit", "HTTP/01.1"),
        version(Refusal.VERSION, "9112 §2.3: one digit", "HTTP/257.1"),
        version(Refusal.VERSION, "9112 §2.3: two numbers", "HTTP/1"),
        version(Refusal.VERSION, "9112 §2.3: two numbers", "HTTP/1.1.0"),
        version(Refusal.VERSION, "9112 §2.3: a dot", "HTTP/1,1"),
        version(Refusal.VERSION, "9112 §2.3: digits, not signs", "HTTP/+.1"),
        version(Refusal.VERSION, "9112 §2.3: digits of ASCII", "HTTP/1.\u00b9"),
        version(Refusal.VERSION, "9112 §2.3: no control", "HTTP/1.\1"),
        version(Refusal.VERSION, "9112 §2.3: no space", "HTTP /1.1"),
        version(Refusal.VERSION, "9112 §2.3: this name", "HTCPCP/1.0"),
        version(Refusal.VERSION_UNSUPPORTED, "9110 §15.6.6: 0.9 has no version", "HTTP/0.9"),
        version(Refusal.VERSION_UNSUPPORTED, "9110 §15.6.6: another major version", "HTTP/2.0"),
        refused(
            Refusal.VERSION_UNSUPPORTED,
            "9113 §3.4: the preface of HTTP/2",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
  }
}
