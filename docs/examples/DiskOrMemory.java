package example;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * Answers with the checksum of 1 MiB: {@code /disk} reads them from the disk for each request, past
 * the page cache of the kernel (O_DIRECT, which not every file system has), {@code /memory} has
 * them. {@code ./tailgate compare disk} compares both.
 */
public final class DiskOrMemory implements Handler {

  private static final int SIZE = 1 << 20;

  private final FileChannel disk;
  private final ByteBuffer memory = ByteBuffer.allocateDirect(SIZE);

  /** A buffer for each thread: it must begin at a block of the disk. */
  private final ThreadLocal<ByteBuffer> buffers;

  public DiskOrMemory() throws IOException {
    Path file = Files.createTempFile(Path.of("").toAbsolutePath(), "disk-or-memory", ".bin");
    Files.write(file, new byte[SIZE]);
    disk = FileChannel.open(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT);
    int block = (int) Files.getFileStore(file).getBlockSize();
    Files.delete(file); // it is there until it is closed
    buffers =
        ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(SIZE + block).alignedSlice(block));
  }

  @Override
  public Response handle(Request request) throws IOException {
    return switch (request.target()) {
      case "/disk" -> answer(read());
      case "/memory" -> answer(memory.duplicate());
      default -> Response.status(Status.NOT_FOUND).text("/disk or /memory\n");
    };
  }

  private ByteBuffer read() throws IOException {
    ByteBuffer buffer = buffers.get().clear().limit(SIZE);
    long read = 0;
    while (buffer.hasRemaining() && read >= 0) {
      read = disk.read(buffer, buffer.position());
    }
    return buffer.flip();
  }

  private static Response answer(ByteBuffer bytes) {
    CRC32 checksum = new CRC32();
    checksum.update(bytes);
    return Response.status(Status.OK).text(Long.toHexString(checksum.getValue()) + "\n");
  }
}
