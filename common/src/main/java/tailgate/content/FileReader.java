package tailgate.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import tailgate.http.Body;
import tailgate.http.HttpDate;
import tailgate.http.Response;
import tailgate.http.Status;

/** Turns files into responses. Thread-safe. */
final class FileReader {

  /** From this size on, bytes are kept where the kernel can take them from without a copy. */
  private static final int DIRECT_FROM = 16 << 10;

  private final InstantSource clock;

  FileReader(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * The whole file in memory.
   *
   * @return null if it changed while it was read, so that bytes of two versions may be mixed
   */
  @Nullable Response inMemory(Found.RegularFile file) throws IOException {
    ByteBuffer bytes = allocate((int) file.fingerprint().size());
    try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // reads on
      }
    }
    var after = Found.Fingerprint.of(Files.readAttributes(file.path(), BasicFileAttributes.class));
    if (bytes.hasRemaining() || !after.equals(file.fingerprint())) {
      return null;
    }
    return response(file, new Body.Bytes(bytes.flip()));
  }

  /** The file as it is on the disk, to be moved from there. */
  Response fromDisk(Found.RegularFile file) throws IOException {
    return response(file, FileTransfer.open(file.path()));
  }

  private Response response(Found.RegularFile file, Body body) {
    return Response.status(Status.OK)
        .field("Content-Type", MediaTypes.of(name(file.path())))
        .field("Last-Modified", HttpDate.format(lastModified(file)))
        .body(body);
  }

  /** Never in the future, whatever the disk says (RFC 9110 §8.8.2.1). */
  private Instant lastModified(Found.RegularFile file) {
    Instant modified = file.fingerprint().modified().toInstant();
    Instant now = clock.instant();
    return modified.isAfter(now) ? now : modified;
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  private static ByteBuffer allocate(int size) {
    return size < DIRECT_FROM ? ByteBuffer.allocate(size) : ByteBuffer.allocateDirect(size);
  }
}
