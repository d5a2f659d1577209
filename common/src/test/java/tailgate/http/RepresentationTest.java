package tailgate.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.http.Responses.content;
import static tailgate.http.Responses.head;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RepresentationTest {

  private static final Instant MODIFIED = Instant.parse("1994-11-06T08:49:37Z");
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final String CONTENT = "0123456789";
  private static final String LONG = CONTENT.repeat(100);

  @Test
  void isSentWholeWithAllThatIsSaidOfIt() throws IOException {
    Response full = answer(inMemory(), "");
    assertThat(head(full))
        .isEqualTo(
            """
            HTTP/1.1 200 OK\r
            Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r
            ETag: "v1"\r
            Content-Type: text/plain\r
            X-Content-Type-Options: nosniff\r
            Accept-Ranges: bytes\r
            Content-Length: 10\r
            Date: Wed, 20 Nov 2126 12:00:00 GMT\r
            \r
            """);
    assertThat(content(full)).isEqualTo(CONTENT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "If-None-Match: \"v1\"",
        "If-None-Match: W/\"v1\", \"v0\"",
        "If-None-Match: *",
        "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"
      })
  void isNotSentToWhoHasIt(String field) throws IOException {
    Response answer = answer(inMemory(), field);
    assertThat(head(answer))
        .startsWith("HTTP/1.1 304 Not Modified\r\n")
        .contains("ETag: \"v1\"\r\n")
        .doesNotContain("Content-Length");
    assertThat(answer.body().length()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "If-None-Match: \"v1\"                                       | NOT_MODIFIED",
        "If-None-Match: W/\"v1\"                                     | NOT_MODIFIED",
        "If-None-Match: \"v1\"~If-None-Match: \"v0\"                 | NOT_MODIFIED",
        "If-None-Match: \"v0\"~If-None-Match: \"v1\"                 | NOT_MODIFIED",
        "If-None-Match: \"v1\"~If-None-Match: v0                     | OK",
        "If-None-Match: \"v1\"~If-Match: \"v0\"                      | PRECONDITION_FAILED",
        "If-None-Match: \"v1\"~If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT | NOT_MODIFIED",
        "If-None-Match: \"v1\"~If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT"
            + " | PRECONDITION_FAILED",
        "If-None-Match: \"v1\"~Range: bytes=0-1                      | NOT_MODIFIED",
        "If-None-Match: \"V1\"                                       | OK",
        "If-None-Match: \"v1                                         | OK",
        "If-None-Match:                                             | OK",
        "X-If-None-Match: \"v1\"                                     | OK",
      })
  void aTagThatIsNamedAloneIsNoSpecialCase(String fields, Status status) throws IOException {
    String lines = fields.replace("~", "\r\n");

    assertThat(answer(inMemory(), lines).status()).isEqualTo(status);
    assertThat(answer(onDisk(new Closed()), lines).status()).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "If-Match: \"v0\"",
        "If-Match: W/\"v1\"",
        "If-Unmodified-Since: Sun, 06 Nov 1994 08:49:36 GMT"
      })
  void isNotSentAgainstAPrecondition(String field) throws IOException {
    assertThat(answer(inMemory(), field).status()).isEqualTo(Status.PRECONDITION_FAILED);
  }

  @ParameterizedTest
  @CsvSource({
    "0-3, 0-3, 0123",
    "7-, 7-9, 789",
    "-2, 8-9, 89",
    "5-99999999999999999999, 5-9, 56789",
  })
  void isSentInPart(String range, String sent, String content) throws IOException {
    for (Representation form : forms(CONTENT)) {
      Response answer = answer(form, "Range: bytes=" + range);
      assertThat(head(answer))
          .startsWith("HTTP/1.1 206 Partial Content\r\n")
          .contains("Content-Range: bytes " + sent + "/10\r\n")
          .contains("Content-Length: " + content.length() + "\r\n");
      assertThat(content(answer)).isEqualTo(content);
    }
  }

  @Test
  void isSentInPartsEachWithItsHead() throws IOException {
    for (Representation form : forms(LONG)) {
      Response answer = answer(form, "Range: bytes=0-1,4-5,-1");
      String head = head(answer);
      String boundary = head.replaceFirst("(?s).*boundary=([0-9a-f]+)\r\n.*", "$1");
      assertThat(head).contains("Content-Type: multipart/byteranges; boundary=");
      assertThat(head).doesNotContain("Content-Range");
      assertThat(content(answer))
          .isEqualTo(
              """
              \r
              --B\r
              Content-Type: text/plain\r
              Content-Range: bytes 0-1/1000\r
              \r
              01\r
              --B\r
              Content-Type: text/plain\r
              Content-Range: bytes 4-5/1000\r
              \r
              45\r
              --B\r
              Content-Type: text/plain\r
              Content-Range: bytes 999-999/1000\r
              \r
              9\r
              --B--\r
              """
                  .replace("--B", "--" + boundary));
    }
  }

  @Test
  void hasNoSuchRange() throws IOException {
    Response answer = answer(inMemory(), "Range: bytes=10-");
    assertThat(head(answer))
        .startsWith("HTTP/1.1 416 Range Not Satisfiable\r\n")
        .contains("Content-Range: bytes */10\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"If-Range: \"v0\"", "If-Range: Sun, 06 Nov 1994 08:49:36 GMT"})
  void isSentWholeToWhoHasAPartOfAnotherVersion(String ifRange) throws IOException {
    assertThat(answer(inMemory(), "Range: bytes=0-3\r\n" + ifRange).status()).isEqualTo(Status.OK);
  }

  @Test
  void isClosedWhereItIsNotSent() throws IOException {
    for (String field : new String[] {"If-None-Match: *", "If-Match: \"v0\"", "Range: bytes=10-"}) {
      var closed = new Closed();
      answer(onDisk(closed), field);
      assertThat(closed.times).as(field).isEqualTo(1);
    }
  }

  @Test
  void staysOpenUntilItsPartsAreSent() throws IOException {
    var closed = new Closed();
    Response answer = answer(onDisk(LONG, closed), "Range: bytes=0-0,5-5");
    assertThat(closed.times).isZero();
    ((Body.Transfer) answer.body()).close();
    assertThat(closed.times).isEqualTo(1);
  }

  /** Each part has a head; together they must not be longer than the file. */
  @Test
  void isSentWholeIfItsPartsWouldBeLonger() throws IOException {
    for (Representation form : forms(LONG)) {
      assertThat(answer(form, everyTenthByte(5)).status()).isEqualTo(Status.PARTIAL_CONTENT);
      assertThat(answer(form, everyTenthByte(10)).status()).isEqualTo(Status.OK);
      assertThat(answer(form, "Range: bytes=0-899,950-999").status()).isEqualTo(Status.OK);
    }
    assertThat(answer(inMemory(), "Range: bytes=0-0,-1").status()).isEqualTo(Status.OK);
  }

  @Test
  void manyShortPartsAreSentTogether() throws IOException {
    for (Representation form : forms(CONTENT.repeat(10_000))) {
      Response answer = answer(form, everyTenthByte(255));
      assertThat(answer.status()).isEqualTo(Status.PARTIAL_CONTENT);

      String sent = String.join("", writes((Body.Transfer) answer.body()));

      assertThat(sent.split("\r\n\r\n0\r\n--", -1)).hasSize(255 + 1);
      assertThat(writes((Body.Transfer) answer.body())).hasSizeLessThan(5);
    }
  }

  @Test
  void aLongPartIsNotCopied() throws IOException {
    for (Representation form : forms(CONTENT.repeat(10_000))) {
      Response answer = answer(form, "Range: bytes=10-19,20000-79999");

      assertThat(writes((Body.Transfer) answer.body())).anyMatch(write -> write.length() > 40_000);
    }
  }

  private static List<String> writes(Body.Transfer body) throws IOException {
    List<String> writes = new ArrayList<>();
    long position = 0;
    while (position < body.length()) {
      var bytes = new ByteArrayOutputStream();
      position += body.transferTo(position, 1 << 20, Channels.newChannel(bytes));
      writes.add(bytes.toString(US_ASCII));
    }
    return writes;
  }

  private static String everyTenthByte(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> 10 * i + "-" + 10 * i)
        .collect(Collectors.joining(",", "Range: bytes=", ""));
  }

  @Test
  void partsAreReadInPiecesToo() throws IOException {
    Response answer = answer(onDisk(LONG, new Closed()), "Range: bytes=2-3,6-8");
    try (var body = (Body.Transfer) answer.body()) {
      var text = new StringBuilder();
      long position = 0;
      while (position < body.length()) {
        ByteBuffer into = ByteBuffer.allocate(3);
        int n = body.read(position, into);
        text.append(US_ASCII.decode(into.flip().limit(n)));
        position += n;
      }
      assertThat(text).contains("\r\n\r\n23\r\n--").contains("\r\n\r\n678\r\n--");
    }
  }

  @Test
  void saysThatItIsOneOfSeveralCodings() throws IOException {
    Representation coded =
        Representation.of("text/plain", Body.EMPTY)
            .coding(ContentCoding.GZIP)
            .varies(true)
            .validators(EntityTag.strong("z"), MODIFIED);
    assertThat(head(answer(coded, "")))
        .contains("Content-Encoding: gzip\r\n")
        .contains("Vary: Accept-Encoding\r\n");
    assertThat(head(answer(coded, "If-None-Match: *")))
        .contains("Vary: Accept-Encoding\r\n")
        .doesNotContain("Content-Encoding");
  }

  @Test
  void oneWithoutADateIgnoresConditionsOnDates() throws IOException {
    Representation undated =
        Representation.of("text/plain", Body.EMPTY)
            .variesByMediaType()
            .field("X-Total-Count", "7")
            .validators(EntityTag.strong("u"), null);
    for (String date :
        new String[] {
          "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT",
          "If-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT",
          "Range: bytes=0-\r\nIf-Range: Sun, 06 Nov 1994 08:49:37 GMT"
        }) {
      assertThat(head(answer(undated, date)))
          .startsWith("HTTP/1.1 200 ")
          .contains("X-Total-Count: 7\r\n", "Vary: Accept\r\n")
          .doesNotContain("Last-Modified");
    }
    assertThat(head(answer(undated, "If-None-Match: \"u\"")))
        .startsWith("HTTP/1.1 304 ")
        .contains("Vary: Accept\r\n")
        .doesNotContain("X-Total-Count");
  }

  @Test
  void theAnswerToWhoHasItIsMadeOnce() throws IOException {
    Representation form = inMemory();

    assertThat(answer(form, "If-None-Match: \"v1\""))
        .isSameAs(answer(form, "If-None-Match: \"v1\""))
        .isSameAs(answer(form, "If-None-Match: *"));
  }

  private static Response answer(Representation form, String fields) throws IOException {
    String lines = fields.isEmpty() ? "" : fields + "\r\n";
    return form.answer(
        Requests.parse("GET / HTTP/1.1\r\nHost: h\r\n" + lines + "\r\n"), InstantSource.fixed(NOW));
  }

  private static List<Representation> forms(String content) {
    return List.of(inMemory(content), onDisk(content, new Closed()));
  }

  private static Representation inMemory() {
    return inMemory(CONTENT);
  }

  private static Representation inMemory(String content) {
    return form(new Body.Bytes(ByteBuffer.wrap(content.getBytes(US_ASCII))));
  }

  private static Representation onDisk(Closed closed) {
    return onDisk(CONTENT, closed);
  }

  private static Representation onDisk(String content, Closed closed) {
    return form(new Numbers(content, closed));
  }

  private static Representation form(Body body) {
    return Representation.of("text/plain", body).validators(EntityTag.strong("v1"), MODIFIED);
  }

  private static final class Closed {
    int times;
  }

  /** As if from a file. */
  private record Numbers(String content, Closed closed) implements Body.Transfer {

    @Override
    public long length() {
      return content.length();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target)
        throws IOException {
      int from = (int) position;
      int to = (int) Math.min(content.length(), position + count);
      return target.write(ByteBuffer.wrap(content.substring(from, to).getBytes(US_ASCII)));
    }

    @Override
    public int read(long position, ByteBuffer into) {
      int n = Math.min(into.remaining(), content.length() - (int) position);
      into.put(content.substring((int) position, (int) position + n).getBytes(US_ASCII));
      return n;
    }

    @Override
    public void close() {
      closed.times++;
    }
  }
}
