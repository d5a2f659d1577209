package tailgate.content.file;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import tailgate.http.Body;

/**
 * The content of a large file, moved from the page cache to the socket without a copy through this
 * process ({@code sendfile} on Linux).
 *
 * <p>Its length is the length of the file when it was opened. If the file grows, the client gets
 * the old length. If it shrinks, the response is aborted.
 */
final class FileTransfer implements Body.Transfer {

  private final FileChannel file;
  private final long length;

  private FileTransfer(FileChannel file, long length) {
    this.file = file;
    this.length = length;
  }

  /** Takes over an open file, and closes it if this fails. */
  static FileTransfer of(FileChannel file) throws IOException {
    try {
      return new FileTransfer(file, file.size());
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    long moved = file.transferTo(position, Math.min(count, length - position), target);
    // 0 means that the target takes no more now, or that the file has no more.
    if (moved == 0 && position < length && file.size() <= position) {
      throw new EOFException("the file has shrunk");
    }
    return moved;
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    int limit = (int) Math.min(into.remaining(), length - position);
    int n = file.read(into.limit(into.position() + limit), position);
    if (n < 0) {
      throw new EOFException("the file has shrunk");
    }
    return n;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
