package tailgate.trace;

/** The format of a line, as Apache and nginx define it under the same name. */
public enum LogFormat {
  /** {@code host - - [time] "request line" status bytes}. */
  COMMON,
  /** The same, and {@code "Referer" "User-Agent"}. */
  COMBINED
}
