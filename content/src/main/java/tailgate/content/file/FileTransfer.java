package tailgate.content.file;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import tailgate.content.site.FileThreads;
import tailgate.http.Body;

/**
 * The content of a large file, moved from the page cache to the socket without a copy through this
 * process ({@code sendfile} on Linux).
 *
 * <p>If other threads read for the caller, the bytes are copied in pieces: a thread that
 * transferred them would wait for the client too.
 *
 * <p>Its length is the length of the file when it was opened. If the file grows, the client gets
 * the old length. If it ends before, the response is aborted: it has shrunk, or its file system
 * reports a length that it does not have (sysfs; a network file system with old attributes).
 */
final class FileTransfer implements Body.Transfer {

  private static final int PIECE = 64 << 10;

  private final Path path;
  private final FileChannel file;
  private final FileThreads threads;
  private final long length;

  private FileTransfer(Path path, FileChannel file, FileThreads threads, long length) {
    this.path = path;
    this.file = file;
    this.threads = threads;
    this.length = length;
  }

  /** Takes over an open file, and closes it if this fails. */
  static FileTransfer of(Path path, FileChannel file, FileThreads threads) throws IOException {
    try {
      return new FileTransfer(path, file, threads, file.size());
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
    if (threads.readForCaller()) {
      ByteBuffer piece = ByteBuffer.allocate((int) Math.min(count, PIECE));
      read(position, piece);
      return target.write(piece.flip()); // what it does not take is read again
    }
    return file.transferTo(position, Math.min(count, length - position), target);
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    int limit = (int) Math.min(into.remaining(), length - position);
    into.limit(into.position() + limit);
    int n = threads.call(() -> file.read(into, position));
    if (n < 0) {
      throw new EOFException(path + " has ended at byte " + position + " of " + length);
    }
    return n;
  }

  @Override
  public void close() throws IOException {
    threads.closeLater(file);
  }
}
