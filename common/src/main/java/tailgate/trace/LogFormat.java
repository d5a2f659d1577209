package tailgate.trace;

/** How a line of the access log is made, as Apache's and nginx's are by the same names. */
public enum LogFormat {
  /** {@code host - - [time] "request line" status bytes}. */
  COMMON,
  /** The same, and {@code "Referer" "User-Agent"}. */
  COMBINED
}
