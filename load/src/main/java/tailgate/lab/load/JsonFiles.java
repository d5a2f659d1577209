package tailgate.lab.load;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Writes records to JSON files, and reads them. */
public final class JsonFiles {

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .registerModule(durations());

  private JsonFiles() {}

  public static void write(Path file, Object value) throws IOException {
    naming(file, () -> MAPPER.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), value));
  }

  /** Writes a page or another text as UTF-8. */
  public static void writeText(Path file, String text) throws IOException {
    naming(file, () -> Files.writeString(file, text));
  }

  /** Reads a text that lies beside a class, in its jar. */
  public static String resource(Class<?> beside, String name) {
    try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Writing {
    void run() throws IOException;
  }

  /** Names the file in an exception: that of the JDK does not if the disk is full. */
  private static void naming(Path file, Writing writing) throws IOException {
    try {
      writing.run();
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      var named = new FileSystemException(file.toString(), null, e.getMessage());
      named.initCause(e);
      throw named;
    }
  }

  /** Returns a value as JSON on one line. */
  public static String compact(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Adds a line to a gzipped file, as a member of its own (RFC 1952, 2.2): the lines before it stay
   * whole even if writing fails.
   */
  public static void appendLine(Path file, Object value) throws IOException {
    writeLines(file, List.of(value), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Writes all values at once, as a single member. */
  public static void writeLines(Path file, List<?> values) throws IOException {
    writeLines(file, values, StandardOpenOption.CREATE_NEW);
  }

  private static void writeLines(Path file, List<?> values, OpenOption... options)
      throws IOException {
    naming(
        file,
        () -> {
          try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file, options))) {
            for (Object value : values) {
              out.write((compact(value) + "\n").getBytes(StandardCharsets.UTF_8));
            }
          }
        });
  }

  /** Reads the lines of a gzipped file, without a last one that was cut short. */
  public static List<JsonNode> readLines(Path file) throws IOException {
    List<JsonNode> values = new ArrayList<>();
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        values.add(MAPPER.readTree(line));
      }
    } catch (EOFException e) {
      // The writer was killed while it wrote.
    }
    return values;
  }

  public static <T> T read(Path file, Class<T> type) throws IOException {
    return MAPPER.readValue(file.toFile(), type);
  }

  public static <T> T read(JsonNode value, Class<T> type) throws IOException {
    return MAPPER.treeToValue(value, type);
  }

  public static JsonNode parse(byte[] utf8) throws IOException {
    return MAPPER.readTree(utf8);
  }

  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** Writes durations as ISO 8601 has them, {@code PT2.5S}. */
  private static SimpleModule durations() {
    return new SimpleModule()
        .addSerializer(Duration.class, ToStringSerializer.instance)
        .addDeserializer(
            Duration.class,
            new FromStringDeserializer<>(Duration.class) {
              private static final long serialVersionUID = 1;

              @Override
              protected Duration _deserialize(String value, DeserializationContext context) {
                return Duration.parse(value);
              }
            });
  }
}
