package tailgate.lab.candidate;

import static tailgate.lab.load.Text.format;

/**
 * A response as a client sees it.
 *
 * @param headBytes of the status line and the header fields, with the empty line that ends them
 * @param bodyBytes of the content, without chunk sizes
 * @param keeps whether the server says that the connection can be used again
 */
public record Answer(int status, int headBytes, long bodyBytes, boolean keeps) {

  /** Returns whether the status says that the request was answered: 200 to 399. */
  boolean isSuccess() {
    return status >= 200 && status < 400;
  }

  @Override
  public String toString() {
    return format("%d, %,d bytes, head of %,d bytes", status, bodyBytes, headBytes);
  }
}
