package tailgate.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Snapshot} as JSON, for another process. Histograms are in HdrHistogram's compressed
 * form, in Base64. A process of another version may know more or less: what is unknown is ignored,
 * and what is missing is null or 0.
 */
final class SnapshotCodec {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
          .build();

  private SnapshotCodec() {}

  /** The content that is sent. */
  record Message(@Nullable Stats stats, @Nullable Latencies latencies) {}

  /** The coded form of {@link LatencyHistograms}. */
  record Latencies(Spans queueWait, Spans service, Spans total) {}

  /** The coded form of {@link SpanHistograms}. */
  record Spans(String last10Seconds, String lastMinute, String all) {}

  static byte[] encode(Snapshot snapshot) throws IOException {
    LatencyHistograms latencies = snapshot.latencies();
    return MAPPER.writeValueAsBytes(
        new Message(snapshot.stats(), latencies == null ? null : encode(latencies)));
  }

  /**
   * Decodes what {@link #encode} has made.
   *
   * @throws IOException if it is anything else
   */
  static Snapshot decode(byte[] json) throws IOException {
    Message message = MAPPER.readValue(json, Message.class);
    Stats stats = message == null ? null : message.stats();
    if (message == null || stats == null) {
      throw new IOException("not the figures of a process");
    }
    Latencies latencies = message.latencies();
    try {
      return new Snapshot(stats, latencies == null ? null : decode(latencies));
    } catch (DataFormatException | RuntimeException e) {
      throw new IOException("not the figures of a process", e);
    }
  }

  private static Latencies encode(LatencyHistograms latencies) {
    return new Latencies(
        encode(latencies.queueWait()), encode(latencies.service()), encode(latencies.total()));
  }

  private static LatencyHistograms decode(Latencies latencies) throws DataFormatException {
    return new LatencyHistograms(
        decode(latencies.queueWait()), decode(latencies.service()), decode(latencies.total()));
  }

  private static Spans encode(SpanHistograms spans) {
    return new Spans(
        encode(spans.last10Seconds()), encode(spans.lastMinute()), encode(spans.all()));
  }

  private static SpanHistograms decode(Spans spans) throws DataFormatException {
    return new SpanHistograms(
        decode(spans.last10Seconds()), decode(spans.lastMinute()), decode(spans.all()));
  }

  private static String encode(Histogram values) {
    ByteBuffer buffer = ByteBuffer.allocate(values.getNeededByteBufferCapacity());
    int length = values.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  private static Histogram decode(String text) throws DataFormatException {
    ByteBuffer buffer = ByteBuffer.wrap(Base64.getDecoder().decode(text));
    return Histogram.decodeFromCompressedByteBuffer(buffer, 0);
  }
}
