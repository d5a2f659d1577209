package tailgate.trace;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file that is appended to by its name. Log rotation may move it away, or copy and truncate it,
 * without a signal.
 *
 * <p>A file that it creates cannot be read by all users, because it has the addresses of clients
 * and what they asked for: its mode is 0640, less what the umask of the process forbids.
 *
 * <p>The file is identified by device and inode. If the platform has no such key, only by whether a
 * file with the name exists.
 */
final class LogFile implements LogTarget {

  private static final FileAttribute<?> MODE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----"));

  private final Path path;
  private FileChannel channel;

  /** The size of the open file when it was last checked. */
  private long size;

  /** The identity of the open file; null if the platform has none. */
  private @Nullable Object key;

  private LogFile(Path path) throws IOException {
    this.path = path;
    this.channel = append(path);
    this.key = keyOf(path);
  }

  /** Opens the file, and creates it if necessary. */
  static LogFile open(Path path) throws IOException {
    return new LogFile(path);
  }

  private static FileChannel append(Path path) throws IOException {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? FileChannel.open(path, Set.of(CREATE, APPEND), MODE)
        : FileChannel.open(path, CREATE, APPEND);
  }

  @Override
  public int write(ByteBuffer lines) throws IOException {
    return channel.write(lines);
  }

  @Override
  public boolean reopenIfMoved() throws IOException {
    if (isInPlace()) {
      long before = size;
      size = channel.size();
      return size < before; // truncated, which is like a new file
    }
    FileChannel before = channel;
    channel = append(path);
    size = 0;
    before.close();
    key = keyOf(path);
    return true;
  }

  private boolean isInPlace() throws IOException {
    try {
      return Objects.equals(key, keyOf(path));
    } catch (NoSuchFileException moved) {
      return false;
    }
  }

  private static @Nullable Object keyOf(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
