package tailgate.content.file;

/** What is sent compressed to clients that accept it. */
public enum CompressionMode {
  /** Precompressed files are sent, and text that is kept in memory. */
  AUTO,
  /** Only precompressed files are sent. */
  SIBLINGS,
  /** Nothing is sent compressed. */
  OFF
}
