package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RequestTest {

  @Test
  void valuesComeFromAllLinesInTheirOrder() {
    Request request =
        Heads.request(
            """
            GET / HTTP/1.1\r
            If-None-Match: "a"\r
            Host: h\r
            IF-NONE-MATCH:"b", "c"\r
            X-If-None-Match: "x"\r
            If-None-Matches: "x"\r
            if-none-match: \t "d"\t \r
            If-None-Match:\r
            \r
            """);

    assertThat(request.values(Field.IF_NONE_MATCH))
        .containsExactly("\"a\"", "\"b\", \"c\"", "\"d\"", "");
    assertThat(request.values(Field.HOST)).containsExactly("h");
    assertThat(request.has(Field.IF_NONE_MATCH)).isTrue();
  }

  @Test
  void allFieldsCanBeCopiedAlsoThoseThatTheServerDoesNotKnow() {
    Request request =
        Heads.request(
            """
            GET / HTTP/1.1\r
            Host: h\r
            X-User: \t a b\u00e4 \r
            x-user:c: d\r
            Empty:\r
            \r
            """);

    assertThat(request.fields().keySet()).containsExactly("Empty", "Host", "X-User");
    assertThat(request.fields().get("X-USER")).containsExactly("a b\u00e4", "c: d");
    assertThat(request.fields().get("empty")).containsExactly("");
    assertThat(Heads.request("GET / HTTP/1.0\r\n\r\n").fields()).isEmpty();
  }

  @Test
  void aFieldThatWasNotSentHasNoValues() {
    Request request = Heads.request("GET / HTTP/1.1\r\nHost: h\r\n\r\n");

    assertThat(request.has(Field.RANGE)).isFalse();
    assertThat(request.values(Field.RANGE)).isEmpty();
  }

  @Test
  void aRequestWithoutFieldsHasNone() {
    Request request = Heads.request("GET / HTTP/1.0\r\n\r\n");

    for (Field field : Field.values()) {
      assertThat(request.has(field)).isFalse();
      assertThat(request.values(field)).isEmpty();
    }
  }

  @Test
  void hasAValueOnlyIfNoOtherLineOfItsNameWasSent() {
    String lines = "Host: h\r\nIf-None-Matches: \"b\"\r\nIF-none-match:\t\"a\" \r\nVia: x\r\n";
    Request once = Heads.request("GET / HTTP/1.1\r\n" + lines + "\r\n");
    byte[] tag = Heads.bytes("\"a\"");

    assertThat(once.hasOnly(Field.IF_NONE_MATCH, tag)).isTrue();
    assertThat(once.hasOnly(Field.IF_NONE_MATCH, Heads.bytes("\"A\""))).isFalse();
    assertThat(once.hasOnly(Field.IF_MATCH, tag)).isFalse();
    Request twice = Heads.request("GET / HTTP/1.1\r\n" + lines + "If-None-Match:\r\n\r\n");
    assertThat(twice.hasOnly(Field.IF_NONE_MATCH, tag)).isFalse();
  }

  @Test
  void octetsBeyondAsciiStayApart() {
    Request request = Heads.request("GET / HTTP/1.0\r\nIf-Match: \u0080\u00a0\u00ff\u00a0\r\n\r\n");

    assertThat(request.values(Field.IF_MATCH)).containsExactly("\u0080\u00a0\u00ff\u00a0");
  }

  @Test
  void aParserThatIsResetHoldsOnToNoBytes() {
    byte[] wire = Heads.bytes("GET /a?b HTTP/1.0\r\nRange: bytes=0-1\r\n\r\n");
    RequestParser parser = new RequestParser(Limits.DEFAULT);
    parser.parse(wire, 0, wire.length);
    parser.request().bind(wire, 0);
    parser.reset();
    Arrays.fill(wire, (byte) 'x');

    // An idle connection must not keep the large buffer of its last request alive.
    assertThat(parser.request().path()).hasToString("/");
    assertThat(parser.request().target()).isEmpty();
    assertThat(parser.request().query()).isEmpty();
    assertThat(parser.request().values(Field.RANGE)).isEmpty();
    assertThat(parser.request().fields()).isEmpty();
    assertThat(parser.request().body()).isEmpty();
  }

  @Test
  void theFieldsOfThePreviousRequestAreGone() {
    String first = "GET /first?a HTTP/1.0\r\nRange: bytes=0-1\r\n\r\n";
    byte[] wire = Heads.bytes(first + "GET http://h HTTP/1.0\r\nIf-Range: x\r\n\r\n");
    RequestParser parser = new RequestParser(Limits.DEFAULT);
    parser.parse(wire, 0, wire.length);
    parser.request().bind(wire, 0);
    PathBytes kept = parser.request().path().copy();
    parser.reset();
    parser.parse(wire, first.length(), wire.length);
    parser.request().bind(wire, first.length());

    assertThat(parser.request().has(Field.RANGE)).isFalse();
    assertThat(parser.request().values(Field.IF_RANGE)).containsExactly("x");
    assertThat(parser.request().path()).hasToString("/");
    assertThat(parser.request().query()).isEmpty();
    assertThat(kept).hasToString("/first");
  }
}
