package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

/** Runs content through the reader: whole, byte by byte, and cut in two at every point. */
final class Bodies {

  private Bodies() {}

  /**
   * What comes of the bytes, the same for every way in: {@code INCOMPLETE}, {@code COMPLETE} with
   * the number of bytes that were content, or the name of the refusal.
   */
  static String read(Limits limits, Request request, String wire) {
    byte[] bytes = Heads.bytes(wire);
    BodyReader reader = new BodyReader(limits);
    String whole = feed(reader, request, bytes);
    int[] everywhere = IntStream.range(0, bytes.length).toArray();
    assertThat(feed(reader, request, bytes, everywhere)).as("byte by byte").isEqualTo(whole);
    for (int cut = 0; cut <= bytes.length; cut++) {
      assertThat(feed(reader, request, bytes, cut)).as("cut at %d", cut).isEqualTo(whole);
    }
    return whole;
  }

  /** What comes of bytes that arrive in pieces, each of which ends at a cut. */
  static String feed(BodyReader reader, Request request, byte[] wire, int... cuts) {
    reader.begin(request);
    byte[] bytes = wire.clone(); // the reader moves content
    int consumed = 0;
    for (int i = 0; i <= cuts.length && reader.progress() == Progress.INCOMPLETE; i++) {
      int end = i < cuts.length ? cuts[i] : wire.length;
      int n = reader.consume(bytes, consumed, end);
      assertThat(n == end - consumed || reader.progress() != Progress.INCOMPLETE).isTrue();
      consumed += n;
    }
    assertThat(
            reader.progress() == Progress.INCOMPLETE ? 0 : reader.consume(bytes, 0, bytes.length))
        .as("taken once the end is known")
        .isZero();
    return switch (reader.progress()) {
      case INCOMPLETE -> "INCOMPLETE";
      case COMPLETE -> "COMPLETE " + consumed;
      case REFUSED -> reader.refusal().name();
    };
  }
}
