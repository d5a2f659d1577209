package tailgate.content.file;

import tailgate.content.site.Found;
import tailgate.http.ContentCoding;

/**
 * What is sent compressed to clients that accept it (RFC 9110 §8.4.1).
 *
 * <p>Only files that are kept in memory are compressed here, when they are first wanted so, because
 * a file that is read for each request would have to be compressed for each request.
 *
 * @param mode what is
 * @param minSize bytes of the smallest file that is compressed here, 0 to 4 MiB; a packet is a
 *     packet however little is in it
 */
public record Compression(CompressionMode mode, long minSize) {

  /**
   * Bytes of the largest file that is compressed here: it takes about 100 ms, in which the thread
   * that serves it does nothing else, and on an event loop all its other clients wait. Larger ones
   * are worth a sibling.
   */
  private static final long MAX_SIZE = 4 << 20;

  /** All that can be, from 1 KiB on. */
  public static final Compression DEFAULT = new Compression(CompressionMode.AUTO, 1 << 10);

  /** Refuses a size out of range. */
  public Compression {
    if (minSize < 0 || minSize > MAX_SIZE) {
      throw new IllegalArgumentException(
          "the smallest file to compress must have 0 bytes to 4 MiB, not " + minSize);
    }
  }

  /** Whether files that were compressed beforehand are sent. */
  public boolean usesSiblings() {
    return mode != CompressionMode.OFF;
  }

  /** Whether a form for gzip is to be made of this file where it is kept. */
  public boolean gzips(Found.RegularFile file) {
    long size = file.fingerprint().size();
    return mode == CompressionMode.AUTO
        && size >= minSize
        && size <= MAX_SIZE
        && MediaTypes.isText(MediaTypes.of(file.name()))
        && file.siblings().stream().noneMatch(s -> s.coding() == ContentCoding.GZIP);
  }
}
