package tailgate.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.http.Response.Persistence;

class ResponseTest {

  private static final DateField DATE =
      new DateField(InstantSource.fixed(Instant.parse("1994-11-06T08:49:37Z")));

  private static final Body HELLO = new Body.Bytes(ByteBuffer.wrap(Heads.bytes("Hello")));

  private static String head(Response response, Persistence persistence) {
    ByteBuffer out = ByteBuffer.allocate(response.headLength());
    response.putHead(out, DATE, persistence);
    return new String(out.array(), 0, out.position(), ISO_8859_1);
  }

  @Test
  void theHeadHasTheFieldsInTheirOrder() {
    Response response =
        Response.status(Status.OK).field("Content-Type", "text/plain").field("X", "").body(HELLO);

    assertThat(head(response, Persistence.IMPLICIT))
        .isEqualTo(
            """
            HTTP/1.1 200 OK\r
            Content-Type: text/plain\r
            X: \r
            Content-Length: 5\r
            Date: Sun, 06 Nov 1994 08:49:37 GMT\r
            \r
            """);
    assertThat(response.status()).isEqualTo(Status.OK);
    assertThat(response.body()).isSameAs(HELLO);
  }

  /** RFC 9110 §8.8.2.1; after the clock went back, or of a file with a time in the future. */
  @ParameterizedTest
  @CsvSource({
    "1994-11-06T08:49:36Z, 'Last-Modified: Sun, 06 Nov 1994 08:49:36 GMT\r\n'",
    "1994-11-06T08:49:37Z, 'Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n'",
    "1994-11-06T08:49:38Z, ''",
    "2126-11-20T12:00:00Z, ''",
  })
  void lastModifiedIsNeverLaterThanDate(Instant modified, String field) {
    Response response =
        Response.status(Status.OK).field("A", "").lastModified(modified).field("B", "").empty();

    assertThat(head(response, Persistence.IMPLICIT))
        .isEqualTo(
            "HTTP/1.1 200 OK\r\nA: \r\n"
                + field.translateEscapes()
                + "B: \r\nContent-Length: 0\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n");
  }

  @Test
  void theHeadSaysWhatTheConnectionDoes() {
    Response response = Response.status(Status.NOT_FOUND).empty();

    assertThat(head(response, Persistence.CLOSE))
        .isEqualTo(
            """
            HTTP/1.1 404 Not Found\r
            Content-Length: 0\r
            Date: Sun, 06 Nov 1994 08:49:37 GMT\r
            Connection: close\r
            \r
            """);
    assertThat(head(response, Persistence.KEEP_ALIVE)).contains("\r\nConnection: keep-alive\r\n");
  }

  @ParameterizedTest
  @EnumSource
  void theHeadIsNeverLongerThanItSays(Persistence persistence) {
    Response response = Response.status(Status.OK).empty();

    assertThat(head(response, persistence)).hasSizeLessThanOrEqualTo(response.headLength());
  }

  @Test
  void aTextHasItsTypeAndItsLengthInBytes() {
    assertThat(head(Response.status(Status.OK).text("\u00e4\n"), Persistence.IMPLICIT))
        .contains("\r\nContent-Type: text/plain; charset=utf-8\r\n")
        .contains("\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 3\r\n");
  }

  @Test
  void anotherContentLeavesTheFieldsThatAreNotAboutTheOldOne() {
    Response response =
        Response.status(Status.RANGE_NOT_SATISFIABLE)
            .field("Content-Range", "bytes */5")
            .field("ETag", "\"a\"")
            .field("last-modified", "Sun, 06 Nov 1994 08:49:37 GMT")
            .field("Accept-Ranges", "bytes")
            .field("Content-Encoding", "gzip")
            .field("X", "")
            .field("X", "a: b\205c")
            .text("416\n");

    Response other = response.withContent("text/html; charset=utf-8", HELLO);

    assertThat(head(other, Persistence.IMPLICIT))
        .isEqualTo(
            """
            HTTP/1.1 416 Range Not Satisfiable\r
            Content-Range: bytes */5\r
            X: \r
            X: a: b\205c\r
            Content-Type: text/html; charset=utf-8\r
            X-Content-Type-Options: nosniff\r
            Content-Length: 5\r
            Date: Sun, 06 Nov 1994 08:49:37 GMT\r
            \r
            """);
    assertThat(other.status()).isEqualTo(Status.RANGE_NOT_SATISFIABLE);
    assertThat(other.body()).isSameAs(HELLO);
  }

  @Test
  void errorsAreWhatSaysSo() {
    assertThat(Status.values())
        .allMatch(status -> status.isError() == (status.code() >= 400 && status.code() < 600));
  }

  @ParameterizedTest
  @EnumSource(names = {"CONTINUE", "NO_CONTENT", "NOT_MODIFIED"})
  void aStatusWithoutContentHasNoLengthAndTakesNone(Status status) {
    assertThat(head(Response.status(status).field("ETag", "\"a\"").empty(), Persistence.IMPLICIT))
        .contains("\r\nETag: \"a\"\r\n")
        .doesNotContain("Content-Length");
    assertThatThrownBy(() -> Response.status(status).body(HELLO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(String.valueOf(status.code()));
  }

  @Test
  void noOtherStatusLacksItsLength() {
    for (Status status : Status.values()) {
      String head = head(Response.status(status).empty(), Persistence.IMPLICIT);

      assertThat(head).startsWith("HTTP/1.1 " + status.code() + " " + status.reason() + "\r\n");
      assertThat(head.contains("Content-Length: 0\r\n")).isEqualTo(!status.hasNoContent());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a\r\nb: c", "a\rb", "a\nb", "a\0", "a\177", "a\u0100b", "\u010a", "\u2028"})
  void aValueCannotSplitTheHead(String value) {
    Response.Builder builder = Response.status(Status.OK);

    assertThatThrownBy(() -> builder.field("X", value))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(head(builder.empty(), Persistence.IMPLICIT)).doesNotContain("X");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:", "a\r\n", "\u00e4", "\u0141", "(", "a\0"})
  void aNameIsAToken(String name) {
    assertThatThrownBy(() -> Response.status(Status.OK).field(name, "a"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length", "transfer-encoding", "CONNECTION", "Date"})
  void whatFramesTheResponseIsNotForHandlersToSay(String name) {
    assertThatThrownBy(() -> Response.status(Status.OK).field(name, "5"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name);
  }

  @Test
  void everythingInLatin1MayBeInAValue() {
    Response response = Response.status(Status.OK).field("X", "\u00e4 \t\u0080\u00ff").empty();

    assertThat(head(response, Persistence.IMPLICIT)).contains("\r\nX: \u00e4 \t\u0080\u00ff\r\n");
  }
}
