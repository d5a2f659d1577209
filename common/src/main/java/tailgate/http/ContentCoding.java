package tailgate.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The content codings that this server sends (RFC 9110 §8.4.1, RFC 7932), best first. */
public enum ContentCoding {
  BR,
  GZIP,
  /** As it is; never said in Content-Encoding. */
  IDENTITY;

  private final String token = name().toLowerCase(Locale.ROOT);

  /** Its name on the wire, for Content-Encoding. */
  public String token() {
    return token;
  }

  /** The coding with this name, in any case, or null if it is none of these. */
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
