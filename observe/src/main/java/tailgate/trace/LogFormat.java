package tailgate.trace;

/** The format of a line, as Apache and nginx define it under the same name. */
public enum LogFormat {
  /** The line {@code host - - [time] "request line" status bytes}. */
  COMMON,
  /** The line of {@link #COMMON}, and {@code "Referer" "User-Agent"}. */
  COMBINED
}
