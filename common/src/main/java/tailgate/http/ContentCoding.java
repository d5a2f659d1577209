package tailgate.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The content codings that this server sends (RFC 9110 §8.4.1, RFC 7932), the preferred one first.
 */
public enum ContentCoding {
  BR,
  GZIP,
  /** No coding; never sent in Content-Encoding. */
  IDENTITY;

  private final String token = name().toLowerCase(Locale.ROOT);

  /** Returns the name of the coding in Content-Encoding. */
  public String token() {
    return token;
  }

  /** The coding with this name, case-insensitively, or null if it is unknown. */
  static @Nullable ContentCoding of(String name) {
    for (ContentCoding coding : values()) {
      if (coding.token.equalsIgnoreCase(name)) {
        return coding;
      }
    }
    // RFC 9110 §8.4.1.3
    return name.equalsIgnoreCase("x-gzip") ? GZIP : null;
  }
}
