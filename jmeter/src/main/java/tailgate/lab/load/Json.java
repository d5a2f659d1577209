package tailgate.lab.load;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Records to JSON files and back. */
public final class Json {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private Json() {}

  public static void write(Path file, Object value) throws IOException {
    MAPPER.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), value);
  }

  /** On one line. */
  public static String compact(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A gzipped file with a value on each line; repetitive as results are, it is small. */
  public static void writeLines(Path file, List<?> values) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      for (Object value : values) {
        out.write((compact(value) + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  public static <T> T read(Path file, Class<T> type) throws IOException {
    return MAPPER.readValue(file.toFile(), type);
  }
}
