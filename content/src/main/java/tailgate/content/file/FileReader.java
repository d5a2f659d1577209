package tailgate.content.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.time.Instant;
import java.time.InstantSource;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import tailgate.content.site.FileStatus;
import tailgate.content.site.FileThreads;
import tailgate.content.site.Found;
import tailgate.http.Body;
import tailgate.http.ContentCoding;
import tailgate.http.Representation;

/** Turns files into representations. Thread-safe. */
public final class FileReader {

  /**
   * From this size on, content is kept in direct buffers, which the kernel can read without a copy.
   */
  public static final int DIRECT_FROM = 16 << 10;

  /** The first three bytes, read as an int: the magic number, and the one method there is. */
  private static final int GZIP_MAGIC = 0x08_8b1f;

  /** Bytes of the header and the trailer of gzip. */
  private static final int MIN_GZIP = 18;

  private final MediaTypes types;
  private final InstantSource clock;
  private final FileThreads threads;

  /**
   * Uses the clock to tell which files may still change without a new fingerprint.
   *
   * @param threads what waits for the files
   */
  public FileReader(MediaTypes types, InstantSource clock, FileThreads threads) {
    this.types = types;
    this.clock = clock;
    this.threads = threads;
  }

  /** The value of Content-Type for this file. */
  public String mediaType(Found.RegularFile file) {
    return types.of(file.name());
  }

  /**
   * Reads the whole file into memory.
   *
   * @return null if it changed while it was read, so that two versions may be mixed
   * @throws ZipException if it is a sibling and not the gzip of its file
   */
  public @Nullable Representation inMemory(FileSource source) throws IOException {
    return threads.call(() -> readWhole(source));
  }

  private @Nullable Representation readWhole(FileSource source) throws IOException {
    ByteBuffer bytes = allocate(Math.toIntExact(source.fingerprint().size()));
    // Not FileChannel.open: for a file in a jar it writes a copy beside the jar.
    try (SeekableByteChannel channel = Files.newByteChannel(source.path())) {
      fill(bytes, channel);
    }
    boolean same = FileStatus.of(source.path()).fingerprint().equals(source.fingerprint());
    if (!same || bytes.hasRemaining()) {
      return null;
    }
    check(source, (at, four) -> four.put(bytes.slice((int) at, Integer.BYTES)));
    return inMemory(source, bytes.flip());
  }

  /**
   * The file on the disk, to be transferred from there. It has no entity tag if it has changed
   * since it was found, or so recently that it may change again without a new fingerprint. Then no
   * client may combine its bytes with those of another version.
   *
   * @throws ZipException if it is a sibling and not the gzip of its file
   */
  public Representation fromDisk(FileSource source) throws IOException {
    return threads.call(() -> open(source));
  }

  private Representation open(FileSource source) throws IOException {
    SeekableByteChannel channel = Files.newByteChannel(source.path());
    if (channel instanceof FileChannel onDisk) {
      return onDisk(source, onDisk);
    }
    try (channel) { // a file in a jar, which is in memory already
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
      fill(bytes, channel);
      return inMemory(source, bytes.flip());
    }
  }

  private Representation onDisk(FileSource source, FileChannel channel) throws IOException {
    try {
      check(source, (at, four) -> channel.read(four, at));
      boolean settled = source.fingerprint().isSettledAt(clock.instant());
      boolean same = FileStatus.of(source.path()).fingerprint().equals(source.fingerprint());
      return described(source, FileTransfer.of(source.path(), channel, threads))
          .validators(
              same && settled ? FileTags.ofFile(source.fingerprint()) : null,
              lastModified(source),
              unchangedSince(source));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  public Representation inMemory(FileSource source, ByteBuffer bytes) {
    return described(source, new Body.Bytes(bytes))
        .validators(FileTags.ofContent(bytes), lastModified(source), unchangedSince(source));
  }

  /** Copies the bytes into a buffer of the right kind for their size. */
  public static ByteBuffer placed(ByteBuffer bytes) {
    return allocate(bytes.remaining()).put(bytes).flip();
  }

  private Representation.Builder described(FileSource source, Body body) {
    return Representation.of(mediaType(source.file()), body)
        .coding(source.coding())
        .varies(source.varies());
  }

  private static @Nullable Instant lastModified(FileSource source) {
    return source.file().dating().lastModified(source.fingerprint());
  }

  private static Instant unchangedSince(FileSource source) {
    return source.file().dating().unchangedSince(source.fingerprint());
  }

  /** Reads four bytes at a position. */
  private interface Peek {
    void read(long position, ByteBuffer four) throws IOException;
  }

  /**
   * Checks that a gzip sibling begins as gzip does, and ends with the size of its file, as one that
   * was written to its end does (RFC 1952 §2.3). Brotli has no such marks.
   */
  private static void check(FileSource source, Peek peek) throws IOException {
    if (source.coding() != ContentCoding.GZIP) {
      return;
    }
    long size = source.fingerprint().size();
    boolean whole =
        size >= MIN_GZIP
            && (four(peek, 0) & 0xffffff) == GZIP_MAGIC
            && four(peek, size - Integer.BYTES) == (int) source.file().fingerprint().size();
    if (!whole) {
      throw new ZipException(source.path() + " is not the gzip of its file");
    }
  }

  private static int four(Peek peek, long position) throws IOException {
    ByteBuffer four = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    peek.read(position, four);
    return four.getInt(0);
  }

  private static void fill(ByteBuffer bytes, ReadableByteChannel channel) throws IOException {
    while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
      // read until the buffer is full or the file ends
    }
  }

  private static ByteBuffer allocate(int size) {
    return size < DIRECT_FROM ? ByteBuffer.allocate(size) : ByteBuffer.allocateDirect(size);
  }
}
