package tailgate.http;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The request fields that the server reads. All other fields are checked and ignored. */
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

  @SuppressWarnings("ImmutableEnumChecker") // never changed, never exposed
  private final byte[] lowerCase;

  Field(String lowerCase) {
    this.lowerCase = lowerCase.getBytes(StandardCharsets.US_ASCII);
  }

  /** The bit of this field in a set of fields. */
  @SuppressWarnings("EnumOrdinal") // a set of fields in one int; never leaves the process
  int bit() {
    return 1 << ordinal();
  }

  /** Whether these bytes are this field's name, case-insensitively. */
  boolean isNamed(byte[] bytes, int from, int to) {
    return Octets.equalsIgnoreCase(bytes, from, to, lowerCase);
  }

  /** The field with this name, or null if the server does not read it. */
  static @Nullable Field of(byte[] bytes, int from, int to) {
    int length = to - from;
    for (Field field : FIELDS) {
      // The length first: it rules out most names without a comparison of bytes.
      if (field.lowerCase.length == length && field.isNamed(bytes, from, to)) {
        return field;
      }
    }
    return null;
  }
}
