package tailgate.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import tailgate.http.Heads.Outcome;

/** Any bytes as a request's head: how they are cut up makes no difference, nor does a model. */
class HeadFuzzTest {

  /** Longer ones show nothing new, as limits are met long before. */
  private static final int MOST = 1000;

  /** So that any bytes are tried as field lines too. */
  private static final String BEGINNING = "POST / HTTP/1.1\r\nHost: h\r\n";

  private static final int CUTS = 3;

  private static final int WIDTH = 2 * MOST;
  private static final Limits TIGHT = new Limits(60, 50, 5, 150, 1000);
  private static final Limits WIDE = new Limits(WIDTH, WIDTH, WIDTH, WIDTH, Long.MAX_VALUE);

  @FuzzTest
  void head(byte[] bytes) {
    String text = new String(bytes, ISO_8859_1);
    if (text.length() <= MOST) {
      assertRead(text);
      assertRead(BEGINNING + text);
    }
  }

  private static void assertRead(String text) {
    byte[] wire = Heads.bytes(text);
    outcome(TIGHT, wire);
    Outcome wide = outcome(WIDE, wire);
    boolean complete = wide.progress() == Progress.COMPLETE;

    // A length beyond what a long holds is right by the grammar, and beyond any limit.
    assertThat(complete || wide.refusal() == Refusal.BODY_TOO_LARGE)
        .as("%s", wide)
        .isEqualTo(RequestModel.beginsWithHead(text));
    if (complete) {
      assertSound(wide.request());
      assertThat(text.substring(0, wide.length())).endsWith("\r\n\r\n");
    }
  }

  /** The same whole, byte by byte, and in a few pieces. */
  private static Outcome outcome(Limits limits, byte[] wire) {
    Outcome whole = Heads.feed(new RequestParser(limits), wire);
    String expected = whole.toString();
    RequestParser parser = new RequestParser(limits);
    assertThat(Heads.feed(parser, wire, IntStream.range(0, wire.length).toArray()))
        .as("byte by byte")
        .hasToString(expected);
    Random random = new Random(Arrays.hashCode(wire)); // the same bytes fail again
    int[] cuts = random.ints(CUTS, 0, wire.length + 1).sorted().toArray();
    parser.reset();
    assertThat(Heads.feed(parser, wire, cuts))
        .as("cut at %s", Arrays.toString(cuts))
        .hasToString(expected);
    return whole;
  }

  /** What everybody behind the parser relies on. */
  private static void assertSound(Request request) {
    boolean coded = request.has(Field.TRANSFER_ENCODING);
    assertThat(coded && request.has(Field.CONTENT_LENGTH)).as("framed twice").isFalse();
    assertThat(request.chunked).isEqualTo(coded);
    assertThat(request.contentLength).isNotNegative();
    assertThat(request.chunked && request.version() == Version.HTTP_1_0).isFalse();
    assertThat(request.values(Field.HOST)).hasSizeLessThanOrEqualTo(1);
    assertThat(request.values(Field.CONTENT_LENGTH)).hasSizeLessThanOrEqualTo(1);
    assertThat(request.path().toString() + request.query())
        .doesNotContainPattern("[^!-~]")
        .matches(text -> request.method() == Method.CONNECT || isPath(request, text));
  }

  private static boolean isPath(Request request, String text) {
    return text.startsWith("/") || (request.method() == Method.OPTIONS && text.equals("*"));
  }
}
