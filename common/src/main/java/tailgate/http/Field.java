package tailgate.http;

import java.nio.charset.StandardCharsets;

/** The request fields that the server reads. All other fields are checked and ignored. */
public enum Field {
  ACCEPT("accept"),
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

  /** The name, for comparisons with bytes; never changed. */
  @SuppressWarnings("ImmutableEnumChecker") // see above
  final byte[] lowerCase;

  Field(String lowerCase) {
    this.lowerCase = lowerCase.getBytes(StandardCharsets.US_ASCII);
  }

  /** The bit of this field in a set of fields. */
  @SuppressWarnings("EnumOrdinal") // a set of fields in one int; never leaves the process
  int bit() {
    return 1 << ordinal();
  }
}
