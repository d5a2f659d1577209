package tailgate.content.file;

import tailgate.content.site.Found;
import tailgate.http.ContentCoding;

/**
 * What is sent compressed to clients that accept it (RFC 9110 §8.4.1).
 *
 * <p>Only files that are kept in memory are compressed on demand. Any other file would have to be
 * compressed for each request.
 *
 * @param minSize minimum size in bytes of a file to be compressed on demand, 0 to 4 MiB; below the
 *     size of a packet, compression saves nothing
 */
public record Compression(CompressionMode mode, long minSize) {

  /**
   * Maximum size in bytes of a file to be compressed on demand. That takes about 100 ms, during
   * which the thread does nothing else; on an event loop all its other clients wait. Larger files
   * deserve a sibling.
   */
  private static final long MAX_SIZE = 4 << 20;

  /** All that is possible, from 1 KiB on. */
  public static final Compression DEFAULT = new Compression(CompressionMode.AUTO, 1 << 10);

  /** Refuses a size out of range. */
  public Compression {
    if (minSize < 0 || minSize > MAX_SIZE) {
      throw new IllegalArgumentException(
          "the minimum size of a file to compress must be 0 bytes to 4 MiB, not " + minSize);
    }
  }

  /** Whether precompressed files are sent. */
  public boolean usesSiblings() {
    return mode != CompressionMode.OFF;
  }

  /** Whether this file, of this media type, gets a gzip variant when it is kept. */
  public boolean gzips(Found.RegularFile file, String mediaType) {
    long size = file.fingerprint().size();
    return mode == CompressionMode.AUTO
        && size >= minSize
        && size <= MAX_SIZE
        && MediaTypes.isText(mediaType)
        && file.siblings().stream().noneMatch(s -> s.coding() == ContentCoding.GZIP);
  }
}
