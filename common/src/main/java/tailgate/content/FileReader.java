package tailgate.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import tailgate.http.Body;
import tailgate.http.PathBytes;
import tailgate.http.Representation;

/** Turns files into representations. Thread-safe. */
final class FileReader {

  /** From this size on, bytes are kept where the kernel can take them from without a copy. */
  static final int DIRECT_FROM = 16 << 10;

  private final InstantSource clock;

  FileReader(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * The whole file in memory, to be kept.
   *
   * @param now nanoseconds of a clock before the disk was asked
   * @return null if it changed while it was read
   */
  @Nullable CachedFile load(PathBytes key, Found.RegularFile file, long now) throws IOException {
    boolean settled = isSettled(file);
    Representation whole = inMemory(file);
    return whole == null ? null : new CachedFile(key, file, whole, settled, now);
  }

  /**
   * The whole file in memory.
   *
   * @return null if it changed while it was read, so that bytes of two versions may be mixed
   */
  @Nullable Representation inMemory(Found.RegularFile file) throws IOException {
    ByteBuffer bytes = allocate((int) file.fingerprint().size());
    // Not FileChannel.open: for a file in a jar that writes a copy beside the jar.
    try (SeekableByteChannel channel = Files.newByteChannel(file.path())) {
      fill(bytes, channel);
    }
    boolean same = Found.Fingerprint.of(file.path()).equals(file.fingerprint());
    return same && !bytes.hasRemaining() ? inMemory(file, bytes.flip()) : null;
  }

  /**
   * The file as it is on the disk, to be moved from there. If it has changed since it was found, it
   * has no entity tag: nobody may put its bytes together with those of the version that was found.
   */
  Representation fromDisk(Found.RegularFile file) throws IOException {
    SeekableByteChannel channel = Files.newByteChannel(file.path());
    if (channel instanceof FileChannel onDisk) {
      return onDisk(file, onDisk);
    }
    try (channel) { // in a jar, and so in memory already
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
      fill(bytes, channel);
      return inMemory(file, bytes.flip());
    }
  }

  private Representation onDisk(Found.RegularFile file, FileChannel channel) throws IOException {
    try {
      boolean same = Found.Fingerprint.of(file.path()).equals(file.fingerprint());
      return Representation.of(mediaType(file), FileTransfer.of(channel))
          .validators(same ? FileTags.ofFile(file.fingerprint()) : null, lastModified(file));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private Representation inMemory(Found.RegularFile file, ByteBuffer bytes) {
    return Representation.of(mediaType(file), new Body.Bytes(bytes))
        .validators(FileTags.ofContent(bytes), lastModified(file));
  }

  /** Whether a later change of a file that is read now is sure to show in its fingerprint. */
  boolean isSettled(Found.RegularFile file) {
    return file.fingerprint().isSettledAt(clock.instant());
  }

  private static String mediaType(Found.RegularFile file) {
    return MediaTypes.of(String.valueOf(file.path().getFileName()));
  }

  /** Never in the future, whatever the disk says (RFC 9110 §8.8.2.1). */
  private Instant lastModified(Found.RegularFile file) {
    Instant modified = file.fingerprint().modified().toInstant();
    Instant now = clock.instant();
    return modified.isAfter(now) ? now : modified;
  }

  private static void fill(ByteBuffer bytes, ReadableByteChannel channel) throws IOException {
    while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
      // reads on
    }
  }

  private static ByteBuffer allocate(int size) {
    return size < DIRECT_FROM ? ByteBuffer.allocate(size) : ByteBuffer.allocateDirect(size);
  }
}
