package tailgate.http;

/** The progress of a head or a body. */
public enum Progress {
  /** More bytes are needed. */
  INCOMPLETE,
  /** It is complete. */
  COMPLETE,
  /** It is malformed or too large; the reader has the refusal. */
  REFUSED
}
