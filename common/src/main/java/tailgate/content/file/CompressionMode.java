package tailgate.content.file;

/** What is sent compressed to clients that accept it. */
public enum CompressionMode {
  /** Precompressed files, and text that is kept in memory. */
  AUTO,
  /** Only precompressed files. */
  SIBLINGS,
  /** Nothing. */
  OFF
}
