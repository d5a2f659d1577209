package tailgate.content.file;

/** What is sent compressed to clients that accept it. */
public enum CompressionMode {
  /** What was compressed beforehand, and text that is kept in memory. */
  AUTO,
  /** Only what was compressed beforehand. */
  SIBLINGS,
  /** Nothing. */
  OFF
}
