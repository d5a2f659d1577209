package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class MultipartByteRangesTest {

  private static final String FILE = "0123456789";
  private static final List<ByteRange> RANGES = List.of(new ByteRange(7, 9), new ByteRange(0, 0));

  /** All bits are set. */
  private static final RandomGenerator ONES = () -> -1;

  private static MultipartByteRanges ofFile(RandomGenerator random) {
    return MultipartByteRanges.of(RANGES, "text/plain", FILE.length(), random);
  }

  private static String text(Body.Bytes body) {
    return StandardCharsets.ISO_8859_1.decode(body.bytes().duplicate()).toString();
  }

  /** What a client receives. */
  private static String content(MultipartByteRanges multipart) {
    StringBuilder content = new StringBuilder();
    for (MultipartByteRanges.Part part : multipart.parts()) {
      content.append(text(part.head()));
      content.append(FILE, (int) part.range().first(), (int) part.range().last() + 1);
    }
    return content.append(text(multipart.end())).toString();
  }

  @Test
  void eachPartSaysWhatItIsOf() {
    assertThat(content(ofFile(ONES)))
        .isEqualTo(
            """
            \r
            --ffffffffffffffffffffffffffffffff\r
            Content-Type: text/plain\r
            Content-Range: bytes 7-9/10\r
            \r
            789\r
            --ffffffffffffffffffffffffffffffff\r
            Content-Type: text/plain\r
            Content-Range: bytes 0-0/10\r
            \r
            0\r
            --ffffffffffffffffffffffffffffffff--\r
            """);
  }

  @Test
  void theResponseNamesTheBoundary() {
    assertThat(ofFile(ONES).contentType())
        .isEqualTo("multipart/byteranges; boundary=ffffffffffffffffffffffffffffffff");
  }

  @Test
  void theLengthIsThatOfAllThatIsSent() {
    MultipartByteRanges multipart = ofFile(ONES);

    assertThat(multipart.length()).isEqualTo(content(multipart).length());
  }

  @Test
  void aLongFileHasALongLength() {
    long half = 1L << 61;
    var multipart =
        MultipartByteRanges.of(
            List.of(new ByteRange(0, half - 1), new ByteRange(half + 1, 2 * half)),
            "text/plain",
            2 * half + 1,
            ONES);

    assertThat(multipart.length()).isBetween(2 * half + 200, 2 * half + 400);
  }

  @Test
  void eachResponseHasItsOwnBoundary() {
    SecureRandom random = new SecureRandom();

    assertThat(ofFile(random).contentType())
        .matches("multipart/byteranges; boundary=[0-9a-f]{32}")
        .isNotEqualTo(ofFile(random).contentType());
  }

  @Test
  void rangesBeyondTheFileAreRefused() {
    assertThatThrownBy(() -> MultipartByteRanges.of(RANGES, "text/plain", 9, ONES))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
