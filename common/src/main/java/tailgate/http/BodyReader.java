package tailgate.http;

/**
 * Finds the end of a request's content, which a file server has no use for: by Content-Length, or
 * through the chunked coding, as its bytes arrive.
 *
 * <p>Makes no garbage. Not thread-safe.
 */
public final class BodyReader {

  private final ChunkedReader chunks;
  private boolean chunked;

  /** Bytes still to come where Content-Length counts them. */
  private long remaining;

  /** A reader that allows what {@code limits} says. */
  public BodyReader(Limits limits) {
    chunks = new ChunkedReader(limits);
  }

  /** Prepares for the content that this request announces. */
  public void begin(Request request) {
    chunked = request.chunked;
    remaining = request.contentLength;
    if (chunked) {
      chunks.begin();
    }
  }

  /** Whether all of it was seen, or something in it that breaks the rules. */
  public Progress progress() {
    if (chunked) {
      return chunks.progress();
    }
    return remaining == 0 ? Progress.COMPLETE : Progress.INCOMPLETE;
  }

  /** Why the content was refused. */
  public Refusal refusal() {
    return chunks.refusal();
  }

  /**
   * Passes over what of [from, to) belongs to the content.
   *
   * @return the number of bytes that did: fewer than all only once {@link #progress()} is final
   */
  public int consume(byte[] bytes, int from, int to) {
    if (chunked) {
      return chunks.consume(bytes, from, to);
    }
    int span = (int) Math.min(remaining, to - from);
    remaining -= span;
    return span;
  }
}
