package tailgate.http;

/** The progress of a head or a body. */
public enum Progress {
  /** More bytes are needed. */
  INCOMPLETE,
  /** The message is complete. */
  COMPLETE,
  /** The message is malformed or too large; the reader has the refusal. */
  REFUSED
}
