package tailgate.http;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** The content of a response. */
public sealed interface Body {

  /** A body without content. */
  Body EMPTY = new Bytes(ByteBuffer.allocate(0));

  /** Number of bytes, at least 0. */
  long length();

  /**
   * Bytes in memory, shared by all responses with this content.
   *
   * @param bytes from its position to its limit; never changed and never read by relative methods
   */
  record Bytes(ByteBuffer bytes) implements Body {
    @Override
    public long length() {
      return bytes.remaining();
    }
  }

  /**
   * Content that is transferred from a source, usually a file. Belongs to one response, and is
   * always closed.
   */
  non-sealed interface Transfer extends Body, Closeable {

    /**
     * Transfers at most {@code count} bytes from {@code position} on, as many as the target takes
     * now.
     *
     * @return the number of bytes, which is 0 if the target takes none now, or if the source has
     *     ended; then {@link #read} is called
     */
    long transferTo(long position, long count, WritableByteChannel target) throws IOException;

    /**
     * Reads bytes from {@code position} on, for a target to which nothing can be transferred: at
     * most those that remain in {@code into}, and none beyond the end.
     *
     * @return the number of bytes; less than 1, or EOFException, if the source has ended before
     *     {@link #length()}, and then the response is aborted
     */
    int read(long position, ByteBuffer into) throws IOException;

    /** Whether it holds a descriptor, as an open file does, until it is closed. */
    default boolean holdsDescriptor() {
      return true;
    }
  }
}
