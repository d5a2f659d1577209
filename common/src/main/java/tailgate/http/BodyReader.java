package tailgate.http;

import org.jspecify.annotations.Nullable;

/**
 * Finds the end of a request's content as its bytes arrive, by Content-Length or by the chunked
 * coding, and separates the content from the framing of chunks.
 *
 * <p>Allocates nothing but what the first chunked content needs. Not thread-safe.
 */
public final class BodyReader {

  private final Limits limits;

  /** What reads chunks; null until content is chunked, which it never is on most connections. */
  private @Nullable ChunkedReader chunks;

  private boolean chunked;

  /** Bytes still to come, if the length is known from Content-Length. */
  private long remaining;

  private int content;

  /** A reader with these limits. */
  public BodyReader(Limits limits) {
    this.limits = limits;
  }

  /** Prepares for the content of this request. */
  public void begin(Request request) {
    chunked = request.chunked;
    remaining = request.contentLength;
    if (chunked) {
      chunks().begin();
    }
  }

  /** Whether the content is complete, incomplete or refused. */
  public Progress progress() {
    if (chunked) {
      return chunks().progress();
    }
    return remaining == 0 ? Progress.COMPLETE : Progress.INCOMPLETE;
  }

  /** Returns why the content was refused. */
  public Refusal refusal() {
    return chunks().refusal();
  }

  /**
   * Consumes the part of [from, to) that belongs to the body. The first {@link #content} of these
   * bytes are the content then.
   *
   * @return the number of consumed bytes; fewer than all only when {@link #progress()} is final
   */
  public int consume(byte[] bytes, int from, int to) {
    if (chunked) {
      int span = chunks().consume(bytes, from, to);
      content = chunks().content;
      return span;
    }
    content = (int) Math.min(remaining, to - from);
    remaining -= content;
    return content;
  }

  /** The number of bytes of content in what was consumed last. */
  public int content() {
    return content;
  }

  private ChunkedReader chunks() {
    ChunkedReader made = chunks;
    if (made == null) {
      made = new ChunkedReader(limits);
      chunks = made;
    }
    return made;
  }
}
