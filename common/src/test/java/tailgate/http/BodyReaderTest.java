package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Content, each whole, byte by byte, and cut in two at every point. */
class BodyReaderTest {

  private static final String NEXT = "\r\nGET / HTTP/1.1\r\n";

  /** 100 bytes of extensions and trailers, 50 of content. */
  private static final Limits LIMITS = new Limits(100, 100, 100, 100, 50);

  private static Request chunked() {
    return Heads.request("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
  }

  private static Request ofLength(int length) {
    return Heads.request("POST / HTTP/1.0\r\nContent-Length: " + length + "\r\n\r\n");
  }

  /** What comes of the bytes, and how many of them were content. */
  private static String read(Request request, String wire) {
    return Bodies.read(LIMITS, request, wire);
  }

  @Test
  void aLengthIsCounted() {
    assertThat(read(ofLength(5), "Hello" + NEXT)).isEqualTo("COMPLETE 5");
    assertThat(read(ofLength(5), "Hell")).isEqualTo("INCOMPLETE");
    assertThat(read(ofLength(0), NEXT)).isEqualTo("COMPLETE 0");
  }

  @Test
  void aReaderThatHasNotBegunHasNothingToRead() {
    BodyReader reader = new BodyReader(LIMITS);

    assertThat(reader.progress()).isEqualTo(Progress.COMPLETE);
    assertThat(reader.consume(new byte[1], 0, 1)).isZero();
    assertThatThrownBy(reader::refusal).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0\r\n\r\n",
        "000000000000000\r\n\r\n",
        "5\r\nHello\r\n0\r\n\r\n",
        "1\r\n\r\r\n2\r\n\n\n\r\n0\r\n\r\n",
        "a\r\n0123456789\r\nA\r\n0123456789\r\n1D\r\n01234567890123456789012345678\r\n0\r\n\r\n",
        "000000000000005\r\nHello\r\n0\r\n\r\n",
        "5;name\r\nHello\r\n0;x=y\r\n\r\n",
        "5 ;a=\"b;\\\"c\"; d\t= e\r\nHello\r\n0\t ; f\r\n\r\n",
        "5;a=\"\"\r\nHello\r\n0;b=\"\\\"\u00e4\t;\"\r\n\r\n",
        "0000000000000000000000000000005\r\nHello\r\n00000000000000000000\r\n\r\n",
        "0\r\nName: value\r\n\r\n",
        "0\r\nName:\r\nContent-Length: 7\r\nTransfer-Encoding:\t\u00ff\r\n\r\n",
      })
  void chunksAreFollowedToTheirEnd(String wire) {
    assertThat(read(chunked(), wire + NEXT)).isEqualTo("COMPLETE " + wire.length());
    for (int length = 0; length < wire.length(); length++) {
      assertThat(read(chunked(), wire.substring(0, length))).isEqualTo("INCOMPLETE");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'\r\n',                     CHUNK_INVALID",
    "'\n',                       CHUNK_INVALID",
    "';a\r\n',                   CHUNK_INVALID",
    "' 5\r\n',                   CHUNK_INVALID",
    "'+5\r\n',                   CHUNK_INVALID",
    "'-5\r\n',                   CHUNK_INVALID",
    "'0x5\r\n',                  CHUNK_INVALID",
    "'5g\r\n',                   CHUNK_INVALID",
    "'\u00b2\r\n',               CHUNK_INVALID",
    "'5,5\r\n',                  CHUNK_INVALID",
    "'5\n',                      CHUNK_INVALID",
    "'5\rH',                     CHUNK_INVALID",
    "'5\r\r\n',                  CHUNK_INVALID",
    "'5\0\r\n',                  CHUNK_INVALID",
    "'5 \r\n',                   CHUNK_INVALID",
    "'5 a\r\n',                  CHUNK_INVALID",
    "'5 5\r\n',                  CHUNK_INVALID",
    "'5\t\n',                    CHUNK_INVALID",
    "'5;a\n',                    CHUNK_INVALID",
    "'5;a\rb',                   CHUNK_INVALID",
    "'5;a\0\r\n',                CHUNK_INVALID",
    "'5\r\nHelloo',              CHUNK_INVALID",
    "'5\r\nHello0',              CHUNK_INVALID",
    "'5\r\nHello\n',             CHUNK_INVALID",
    "'5\r\nHello\r0',            CHUNK_INVALID",
    "'5\r\nHello\r\n\r\n',       CHUNK_INVALID",
    "'5;\r\n',                   CHUNK_INVALID",
    "'5;;\r\n',                  CHUNK_INVALID",
    "'5;;a\r\n',                 CHUNK_INVALID",
    "'5; \r\n',                  CHUNK_INVALID",
    "'5;a \r\n',                 CHUNK_INVALID",
    "'5;a=\r\n',                 CHUNK_INVALID",
    "'5;a==b\r\n',               CHUNK_INVALID",
    "'5;a=b=c\r\n',              CHUNK_INVALID",
    "'5;a b\r\n',                CHUNK_INVALID",
    "'5;=a\r\n',                 CHUNK_INVALID",
    "'5;bad[=x\r\n',             CHUNK_INVALID",
    "'5;a=b \r\n',               CHUNK_INVALID",
    "'5;a=\"b\r\n',              CHUNK_INVALID",
    "'5;a=\"b\\\"\r\n',          CHUNK_INVALID",
    "'5;a=\"b\"c\r\n',           CHUNK_INVALID",
    "'5;a=\"b\" \r\n',           CHUNK_INVALID",
    "'5;\u00e4\r\n',             CHUNK_INVALID",
    "'ffffffffffffffff\r\n',     CHUNK_INVALID",
    "'10000000000000005\r\n',    CHUNK_INVALID", // 5, modulo 2^64
    "'0\r\n\n',                  FIELD_NAME",
    "'0\r\n: a\r\n',             FIELD_NAME",
    "'0\r\n a: b\r\n',           FIELD_NAME",
    "'0\r\na b: c\r\n',          FIELD_NAME",
    "'0\r\na\r\n',               FIELD_NAME",
    "'0\r\na : b\r\n',           FIELD_NAME",
    "'0\r\nGET / HTTP/1.1\r\n',  FIELD_NAME",
    "'0\r\na: b\n',              FIELD_VALUE",
    "'0\r\na: b\0\r\n',          FIELD_VALUE",
    "'0\r\na: b\r\n c\r\n',      FIELD_NAME",
    "'0\r\na: b\rc',             CHUNK_INVALID",
    "'0\r\n\r\r\n',              CHUNK_INVALID",
    "'0\r\n\rGET',               CHUNK_INVALID",
  })
  void malformedChunksAreRefused(String wire, Refusal refusal) {
    assertThat(read(chunked(), wire)).isEqualTo(refusal.name());
  }

  @ParameterizedTest
  @CsvSource({"32, 0", "33, 1", "fffffffffffffff, 1", "30, 2", "'31;x', 2"})
  void allChunksTogetherKeepTheLimitOfTheBody(String size, int before) {
    String chunks = "1\r\n.\r\n".repeat(before);
    boolean within = size.equals("32") || size.equals("30");

    assertThat(read(chunked(), chunks + size + "\r\n"))
        .isEqualTo(within ? "INCOMPLETE" : "BODY_TOO_LARGE");
  }

  @Test
  void extensionsDoNotGoOnForEver() {
    String longest = "0;" + "x".repeat(99) + "\r\n"; // the CR counts

    assertThat(read(chunked(), longest + "\r\n")).isEqualTo("COMPLETE 105");
    assertThat(read(chunked(), "0;" + "x".repeat(101))).isEqualTo("CHUNK_INVALID");
    assertThat(read(chunked(), "1;xxxx\r\n.\r\n".repeat(21))).isEqualTo("CHUNK_INVALID");
    assertThat(read(chunked(), "0" + " ".repeat(100))).isEqualTo("INCOMPLETE");
    assertThat(read(chunked(), "0" + " ".repeat(101))).isEqualTo("CHUNK_INVALID");
  }

  @Test
  void trailersDoNotGoOnForEver() {
    assertThat(read(chunked(), "0\r\nX:" + "x".repeat(97) + "\r\n\r\n")).isEqualTo("COMPLETE 106");
    assertThat(read(chunked(), "0\r\nX:" + "x".repeat(98) + "\r")).isEqualTo("TRAILERS_TOO_LONG");
    assertThat(read(chunked(), "0\r\n" + "x".repeat(101))).isEqualTo("TRAILERS_TOO_LONG");
    assertThat(read(chunked(), "0\r\n" + "X:\r\n".repeat(33) + "X")).isEqualTo("INCOMPLETE");
    assertThat(read(chunked(), "0\r\n" + "X:\r\n".repeat(33) + "XX"))
        .isEqualTo("TRAILERS_TOO_LONG");
    assertThat(read(chunked(), "0;" + "x".repeat(60) + "\r\n" + "x".repeat(40)))
        .isEqualTo("TRAILERS_TOO_LONG");
  }

  @Test
  void anyCutOfAnythingGivesTheSame() {
    Random random = new Random(9112);
    String alphabet = "0123aF;: \t\r\n\r\n\r\nxX\0\u00ff";
    String right = "3\r\nabc\r\n1;x=y\r\n.\r\n0\r\nA: b\r\n\r\n" + NEXT;
    Request request = chunked();
    BodyReader reader = new BodyReader(LIMITS);
    for (int round = 0; round < 20_000; round++) {
      StringBuilder wire = new StringBuilder(right);
      for (int i = random.nextInt(3); i >= 0; i--) {
        int at = random.nextInt(wire.length());
        char other = alphabet.charAt(random.nextInt(alphabet.length()));
        wire.replace(at, at + random.nextInt(2), String.valueOf(other));
      }
      byte[] bytes = Heads.bytes(wire.toString());
      int[] cuts = random.ints(random.nextInt(6), 0, bytes.length).sorted().toArray();
      String whole = Bodies.feed(reader, request, bytes);

      assertThat(Bodies.feed(reader, request, bytes, cuts)).as("%s", wire).isEqualTo(whole);
    }
  }
}
