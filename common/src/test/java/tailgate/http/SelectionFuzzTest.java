package tailgate.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Any field lines in a request for a small file: conditions and ranges, with what may be wrong in
 * them, lead to one of five answers, each of which keeps its promises.
 */
class SelectionFuzzTest {

  private static final int MAX_RANGES = 2000;
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  /** Longer than some part heads. */
  private static final String FILE = "0123456789abcdefghijklmnopqrstuvwxyz".repeat(30);

  private static final Pattern HEAD =
      Pattern.compile("HTTP/1\\.1 \\d{3} [ -~]+\\r\\n(?:[-A-Za-z]+: [ -~]*\\r\\n)*\\r\\n");

  private static final Pattern PART =
      Pattern.compile(
          "Content-Range: bytes (?<first>\\d+)-(?<last>\\d+)/1080\\r"
              + "\\n"
              + "(?:[^\\r"
              + "\\n"
              + "]+\\r"
              + "\\n"
              + ")*\\r"
              + "\\n");

  private final Representation file =
      Representation.of("text/plain", new Body.Bytes(ByteBuffer.wrap(FILE.getBytes(ISO_8859_1))))
          .validators(EntityTag.strong("a"), Instant.parse("1994-11-06T08:49:37Z"));

  @FuzzTest
  void answer(byte[] fields) throws IOException {
    byte[] wire = Heads.bytes("GET / HTTP/1.1\r\nHost: h\r\n" + new String(fields, ISO_8859_1));
    if (wire.length > MAX_RANGES) {
      return;
    }
    Heads.Outcome outcome = Heads.feed(new RequestParser(Limits.DEFAULT), wire);
    if (outcome.progress() == Progress.COMPLETE) {
      Request request = outcome.request();
      Response response = file.answer(request, InstantSource.fixed(NOW));
      assertAllowed(request, response);
      assertPromise(response.status(), Responses.head(response), Responses.content(response));
    }
  }

  /** No answer without the field that asks for it. */
  private static void assertAllowed(Request request, Response response) {
    boolean asked =
        switch (response.status()) {
          case OK -> true;
          case PARTIAL_CONTENT, RANGE_NOT_SATISFIABLE -> request.has(Field.RANGE);
          case NOT_MODIFIED ->
              request.has(Field.IF_NONE_MATCH) || request.has(Field.IF_MODIFIED_SINCE);
          case PRECONDITION_FAILED ->
              request.has(Field.IF_MATCH) || request.has(Field.IF_UNMODIFIED_SINCE);
          default -> false;
        };
    assertThat(asked).as("asked for %s", response.status()).isTrue();
  }

  private static void assertPromise(Status status, String head, String content) {
    assertThat(head).matches(HEAD);
    switch (status) {
      case OK -> assertThat(content).isEqualTo(FILE);
      case PARTIAL_CONTENT -> {
        assertThat(content).hasSizeLessThanOrEqualTo(FILE.length());
        assertParts(head.contains("multipart/") ? content : head + content);
      }
      case RANGE_NOT_SATISFIABLE -> assertThat(head).contains("Content-Range: bytes */1080\r\n");
      default -> assertThat(head).doesNotContain("Content-Range");
    }
  }

  /** Each part is what its Content-Range says, and none is sent twice. */
  private static void assertParts(String text) {
    Matcher part = PART.matcher(text);
    boolean[] sent = new boolean[FILE.length()];
    int parts = 0;
    while (part.find()) {
      int first = Integer.parseInt(part.group("first"));
      int last = Integer.parseInt(part.group("last"));
      assertThat(text.substring(part.end())).startsWith(FILE.substring(first, last + 1));
      for (int i = first; i <= last; i++) {
        assertThat(sent[i]).as("sent twice: %d", i).isFalse();
        sent[i] = true;
      }
      parts++;
    }
    assertThat(parts).isPositive();
  }
}
