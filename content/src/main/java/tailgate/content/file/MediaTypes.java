package tailgate.content.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Media types by the suffixes of file names. The lists have the format of Apache's {@code
 * mime.types}: in each line a type and the suffixes of its files, and comments after a {@code #}.
 * In addition, {@code /name} stands for the file of this name without a suffix. A later line
 * overrides an earlier one. A suffix may contain dots; the longest one that is known counts. Case
 * does not matter.
 *
 * <p>Immutable and thread-safe.
 */
public final class MediaTypes {

  /** The types of {@code mime.types} in this package. */
  public static final MediaTypes STANDARD = new MediaTypes(parse(standardList(), Map.of()));

  /** The type of a file with an unknown suffix (RFC 9110 §8.3). */
  static final String UNKNOWN = "application/octet-stream";

  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9a-z-]+";

  /** A media type, possibly with parameters, but without blanks (RFC 9110 §8.3.1). */
  private static final String TYPE = "%1$s/%1$s(?:;%1$s=%1$s)*".replace("%1$s", TOKEN);

  private static final String SUFFIX = "/[^./;]+|[^./;][^/;]*";

  /** Redundant formats that are not text by their name. */
  private static final Set<String> OTHER_TEXT =
      Set.of(
          "application/json",
          "application/node",
          "application/postscript",
          "application/rtf",
          "application/sql",
          "application/toml",
          "application/vnd.apple.mpegurl",
          "application/vnd.ms-fontobject",
          "application/wasm",
          "application/x-ndjson",
          "application/x-subrip",
          "application/xml",
          "application/xml-dtd",
          "application/yaml",
          "font/otf",
          "font/ttf",
          "image/bmp",
          "image/vnd.microsoft.icon",
          "model/obj",
          "model/stl");

  /** The media types by extension, which never change. */
  private final Map<String, String> types;

  private MediaTypes(Map<String, String> types) {
    this.types = types;
  }

  /**
   * The standard types, overridden by those of a file.
   *
   * @throws IOException if it cannot be read as UTF-8
   * @throws IllegalArgumentException if a line does not have the format
   */
  public static MediaTypes with(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      String text = lines.get(i).replaceFirst("#.*", "").strip().toLowerCase(Locale.ROOT);
      List<String> words = text.isEmpty() ? List.of() : List.of(text.split("\\s+"));
      check(words, file + ":" + (i + 1));
      if (words.size() > 1) {
        list.append(String.join(" ", words)).append('\n');
      }
    }
    return new MediaTypes(parse(list.toString(), STANDARD.types));
  }

  private static void check(List<String> words, String place) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (!word.matches(i == 0 ? TYPE : SUFFIX)) {
        throw new IllegalArgumentException(
            "%s: \"%s\" is not a %s; a line looks like this: text/plain txt log"
                .formatted(place, word, i == 0 ? "media type" : "suffix"));
      }
    }
  }

  /** The value of Content-Type for a file with this name. */
  public String of(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    int dot = name.indexOf('.');
    String type = dot < 0 ? types.get("/" + name) : null;
    while (type == null && dot >= 0) {
      type = types.get(name.substring(dot + 1));
      dot = name.indexOf('.', dot + 1);
    }
    return type == null ? UNKNOWN : type;
  }

  /** Whether the type is worth compressing: text and other redundant formats. */
  static boolean isText(String mediaType) {
    String essence = mediaType.split(";", 2)[0];
    return essence.startsWith("text/")
        || essence.endsWith("+json")
        || essence.endsWith("+xml")
        || OTHER_TEXT.contains(essence);
  }

  private static String standardList() {
    try (InputStream in =
        Objects.requireNonNull(MediaTypes.class.getResourceAsStream("mime.types"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads lines in lower case whose words are separated by one blank; a comment is a line of its
   * own. The plainest loop, because the start waits for it, and nothing is compiled yet.
   *
   * @param base types that those of the list are added to
   */
  private static Map<String, String> parse(String list, Map<String, String> base) {
    Map<String, String> types = new HashMap<>(base);
    int line = 0;
    while (line < list.length()) {
      int end = list.indexOf('\n', line);
      if (line < end && list.charAt(line) != '#') {
        int at = list.indexOf(' ', line);
        String type = withCharset(list.substring(line, at));
        while (at < end) {
          int next = list.indexOf(' ', at + 1, end);
          int to = next < 0 ? end : next;
          types.put(list.substring(at + 1, to), type);
          at = to;
        }
      }
      line = end + 1;
    }
    return types;
  }

  /** Text is UTF-8, unless its type says otherwise. */
  private static String withCharset(String type) {
    return type.startsWith("text/") && type.indexOf(';') < 0 ? type + "; charset=utf-8" : type;
  }
}
