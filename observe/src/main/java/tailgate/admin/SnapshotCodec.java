package tailgate.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

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
          .addModule(
              new SimpleModule()
                  .addSerializer(new StdDelegatingSerializer(Histogram.class, new Packing()))
                  .addDeserializer(
                      Histogram.class, new StdDelegatingDeserializer<>(new Unpacking())))
          .build();

  private SnapshotCodec() {}

  static byte[] encode(Snapshot snapshot) throws IOException {
    return MAPPER.writeValueAsBytes(snapshot);
  }

  /**
   * Decodes what {@link #encode} has made.
   *
   * @throws IOException if it is anything else
   */
  static Snapshot decode(byte[] json) throws IOException {
    Snapshot snapshot = MAPPER.readValue(json, Snapshot.class);
    if (snapshot == null) {
      throw new IOException("not the figures of a process");
    }
    return snapshot;
  }

  private static final class Packing extends StdConverter<Histogram, byte[]> {
    @Override
    public byte[] convert(Histogram values) {
      ByteBuffer buffer = ByteBuffer.allocate(values.getNeededByteBufferCapacity());
      int length = values.encodeIntoCompressedByteBuffer(buffer);
      return Arrays.copyOf(buffer.array(), length);
    }
  }

  private static final class Unpacking extends StdConverter<byte[], Histogram> {
    @Override
    public Histogram convert(byte[] bytes) {
      try {
        return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
      } catch (DataFormatException e) {
        throw new IllegalArgumentException(e);
      }
    }
  }
}
