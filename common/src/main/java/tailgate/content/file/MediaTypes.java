package tailgate.content.file;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;

/** Media types by file name extension, from {@code media-types.properties}. */
public final class MediaTypes {

  /** The type of a file with an unknown extension (RFC 9110 §8.3). */
  static final String UNKNOWN = "application/octet-stream";

  private static final Map<String, String> BY_EXTENSION = load();

  private static final Set<String> OTHER_TEXT =
      Set.of(
          "application/json",
          "application/xml",
          "application/yaml",
          "application/toml",
          "application/rtf",
          "application/wasm",
          "image/bmp");

  private MediaTypes() {}

  /** The value of Content-Type for a file with this name. */
  public static String of(String fileName) {
    int dot = fileName.lastIndexOf('.');
    String extension = fileName.substring(dot + 1).toLowerCase(Locale.ROOT);
    return dot < 0 ? UNKNOWN : BY_EXTENSION.getOrDefault(extension, UNKNOWN);
  }

  /** Whether the type is worth compressing: text and other redundant formats. */
  static boolean isText(String mediaType) {
    String essence = mediaType.split(";", 2)[0];
    return essence.startsWith("text/")
        || essence.endsWith("+json")
        || essence.endsWith("+xml")
        || OTHER_TEXT.contains(essence);
  }

  private static Map<String, String> load() {
    var properties = new Properties();
    try (var in =
        Objects.requireNonNull(MediaTypes.class.getResourceAsStream("media-types.properties"))) {
      properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> types = new HashMap<>();
    properties.forEach((extension, type) -> types.put((String) extension, (String) type));
    return Map.copyOf(types);
  }
}
