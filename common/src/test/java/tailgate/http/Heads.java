package tailgate.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs heads through the parser: whole, byte by byte, and cut in two at every point; each time in
 * an array that was moved since, with bytes around the message that would betray a look at them.
 */
final class Heads {

  /** What came out, the same for every way in. */
  record Outcome(Progress progress, @Nullable Refusal refusal, int length, Request request) {

    @Override
    public String toString() {
      return switch (progress) {
        case INCOMPLETE -> "INCOMPLETE";
        case REFUSED -> "REFUSED " + refusal;
        case COMPLETE -> length + " " + describe(request);
      };
    }
  }

  private static final byte[] FILLING = "\n\r\n\r\nContent-Length: 1\r\n\r\n".getBytes(ISO_8859_1);

  private Heads() {}

  /** The outcome of these bytes, under the usual limits. */
  static Outcome parse(String wire) {
    return parse(Limits.DEFAULT, wire);
  }

  /** The outcome of these bytes, which are all ASCII or Latin-1. */
  static Outcome parse(Limits limits, String wire) {
    byte[] bytes = bytes(wire);
    Outcome whole = feed(new RequestParser(limits), bytes);
    String expected = whole.toString();
    RequestParser used = usedParser(limits);
    int[] everywhere = IntStream.range(0, bytes.length).toArray();
    assertThat(feed(used, bytes, everywhere)).as("byte by byte").hasToString(expected);
    for (int cut = 0; cut <= bytes.length; cut++) {
      used.reset();
      assertThat(feed(used, bytes, cut)).as("cut at %d", cut).hasToString(expected);
    }
    return whole;
  }

  /** The request with this head, which is complete. */
  static Request request(String wire) {
    Outcome outcome = parse(wire);
    assertThat(outcome.progress()).as("%s", outcome).isEqualTo(Progress.COMPLETE);
    return outcome.request();
  }

  /** Why this head is refused. */
  static @Nullable Refusal refusal(String wire) {
    Outcome outcome = parse(wire);
    assertThat(outcome.progress()).as("%s", outcome).isEqualTo(Progress.REFUSED);
    return outcome.refusal();
  }

  /** The outcome of bytes that arrive in pieces, each of which ends at a cut. */
  static Outcome feed(RequestParser parser, byte[] wire, int... cuts) {
    for (int i = 0; i <= cuts.length; i++) {
      int end = i < cuts.length ? cuts[i] : wire.length;
      int start = i % 3 * 2;
      byte[] buffer = surrounded(wire, start, end);
      Progress progress = parser.parse(buffer, start, start + end);
      if (progress == Progress.REFUSED) {
        return new Outcome(progress, parser.refusal(), 0, parser.request());
      }
      if (progress == Progress.COMPLETE) {
        parser.request().bind(buffer, start);
        return new Outcome(progress, null, parser.length(), parser.request());
      }
    }
    return new Outcome(Progress.INCOMPLETE, null, 0, parser.request());
  }

  static byte[] bytes(String wire) {
    return wire.getBytes(ISO_8859_1);
  }

  /** The first {@code length} bytes of {@code wire} at {@code start}, something else around. */
  private static byte[] surrounded(byte[] wire, int start, int length) {
    byte[] buffer = new byte[start + length + FILLING.length];
    Arrays.fill(buffer, 0, start, Octets.CR);
    System.arraycopy(wire, 0, buffer, start, length);
    System.arraycopy(FILLING, 0, buffer, start + length, FILLING.length);
    return buffer;
  }

  /** A parser that has seen a request in which everything was different. */
  private static RequestParser usedParser(Limits limits) {
    String other =
        """
        OPTIONS * HTTP/1.0\r
        Host: h\r
        Connection: close, keep-alive\r
        Content-Length: 7\r
        Range: bytes=0-\r
        \r
        """;
    RequestParser parser = new RequestParser(limits);
    feed(parser, bytes(other));
    parser.reset();
    feed(parser, bytes("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n: \r\n"));
    parser.reset();
    return parser;
  }

  private static String describe(Request request) {
    StringBuilder text = new StringBuilder();
    text.append(request.method()).append(' ').append(request.version());
    text.append(" target ").append(request.target()).append(" path ").append(request.path());
    text.append(" query ").append(request.query());
    text.append(request.persistent() ? " persistent" : " last");
    text.append(request.expectsContinue() ? " expects 100" : "");
    text.append(request.chunked ? " chunked" : " length " + request.contentLength);
    for (Field field : Field.values()) {
      text.append(request.has(field) ? " " + field + request.values(field) : "");
    }
    return text.toString();
  }
}
