package tailgate.lab.candidate;

import static tailgate.lab.load.Text.format;

/**
 * A response as a client sees it.
 *
 * @param headBytes of the status line and the header fields, with the empty line that ends them
 * @param bodyBytes of the content, without chunk sizes
 * @param keeps whether the server says that the connection can be used again
 */
record Answer(int status, int headBytes, long bodyBytes, boolean keeps) {

  @Override
  public String toString() {
    return format("%d, %,d bytes, head of %,d bytes", status, bodyBytes, headBytes);
  }
}
