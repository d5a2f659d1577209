package tailgate.http;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The request fields that something here reads. All others are checked and passed over. */
public enum Field {
  ACCEPT_ENCODING("accept-encoding"),
  CONNECTION("connection"),
  CONTENT_LENGTH("content-length"),
  EXPECT("expect"),
  HOST("host"),
  IF_MATCH("if-match"),
  IF_MODIFIED_SINCE("if-modified-since"),
  IF_NONE_MATCH("if-none-match"),
  IF_RANGE("if-range"),
  IF_UNMODIFIED_SINCE("if-unmodified-since"),
  RANGE("range"),
  REFERER("referer"),
  TRANSFER_ENCODING("transfer-encoding"),
  USER_AGENT("user-agent");

  private static final Field[] FIELDS = values();

  @SuppressWarnings("ImmutableEnumChecker") // never changed, never handed out
  private final byte[] lowerCase;

  Field(String lowerCase) {
    this.lowerCase = lowerCase.getBytes(StandardCharsets.US_ASCII);
  }

  /** One bit of an int, its own. */
  @SuppressWarnings("EnumOrdinal") // a set of fields in one int; never leaves the process
  int bit() {
    return 1 << ordinal();
  }

  /** Whether these bytes are this field's name, in any case. */
  boolean isNamed(byte[] bytes, int from, int to) {
    return Octets.equalsIgnoreCase(bytes, from, to, lowerCase);
  }

  /** The field with this name, or null if nothing here reads it. */
  static @Nullable Field of(byte[] bytes, int from, int to) {
    int length = to - from;
    for (Field field : FIELDS) {
      // Length first: it tells nearly all names apart without touching a byte.
      if (field.lowerCase.length == length && field.isNamed(bytes, from, to)) {
        return field;
      }
    }
    return null;
  }
}
