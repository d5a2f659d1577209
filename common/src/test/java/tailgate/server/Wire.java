package tailgate.server;

/** Messages as they are on the wire, written so that they can be read. */
public final class Wire {

  private Wire() {}

  /** A text block with CRLF at the end of each line. */
  public static String lines(String block) {
    return block.replace("\n", "\r\n");
  }

  /** The shortest GET. */
  public static String get(String target) {
    return "GET " + target + " HTTP/1.1\r\nHost: test\r\n\r\n";
  }
}
