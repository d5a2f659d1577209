package tailgate.content.file;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.content.site.FileThreads;

class FileTransferTest {

  @TempDir Path folder;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private final WritableByteChannel target = Channels.newChannel(received);
  private Path path;
  private FileTransfer transfer;

  @BeforeEach
  void open() throws IOException {
    path = Files.writeString(folder.resolve("a"), "0123456789");
    transfer = of(FileThreads.NONE);
  }

  private FileTransfer of(FileThreads threads) throws IOException {
    return FileTransfer.of(path, FileChannel.open(path, StandardOpenOption.READ), threads);
  }

  @AfterEach
  void close() throws IOException {
    transfer.close();
  }

  @Test
  void movesAPart() throws IOException {
    assertThat(transfer.length()).isEqualTo(10);
    assertThat(transfer.transferTo(2, 3, target)).isEqualTo(3);
    assertThat(transfer.transferTo(8, 100, target)).isEqualTo(2);
    assertThat(received.toString(US_ASCII)).isEqualTo("23489");
  }

  @Test
  void movesNothingWhereThereIsNothingToMove() throws IOException {
    assertThat(transfer.transferTo(10, 5, target)).isZero();
    assertThat(transfer.transferTo(0, 0, target)).isZero();
  }

  /** A thread that transferred them would wait for the client. */
  @Test
  void isCopiedIfOthersReadForTheCaller() throws Exception {
    try (FileThreads threads = FileThreads.of(1)) {
      FileTransfer copied = of(threads);
      var moved = new FutureTask<>(() -> copied.transferTo(2, 3, target));
      Thread.startVirtualThread(moved);

      assertThat(moved.get()).isEqualTo(3);
      assertThat(received.toString(US_ASCII)).isEqualTo("234");
      copied.close();
    }
  }

  @Test
  void staysWithItsLengthWhenTheFileGrows() throws IOException {
    Files.writeString(path, "more", StandardOpenOption.APPEND);

    assertThat(transfer.length()).isEqualTo(10);
    assertThat(transfer.transferTo(5, 100, target)).isEqualTo(5);
  }

  @Test
  void breaksOffWhenTheFileHasShrunk() throws IOException {
    Files.writeString(path, "0123");

    assertThat(transfer.transferTo(0, 100, target)).isEqualTo(4);
    for (int position : new int[] {4, 7}) {
      assertThat(transfer.transferTo(position, 100, target)).isZero();
      assertThatThrownBy(() -> transfer.read(position, ByteBuffer.allocate(100)))
          .isInstanceOf(EOFException.class)
          .hasMessage(path + " has ended at byte " + position + " of 10");
    }
  }

  @Test
  void movesNothingIntoATargetThatIsFull() throws IOException {
    Pipe pipe = Pipe.open();
    try (var sink = pipe.sink();
        var source = pipe.source()) {
      sink.configureBlocking(false);
      ByteBuffer filler = ByteBuffer.allocate(1 << 16);
      while (sink.write(filler.clear()) > 0) {
        // until it takes no more
      }

      assertThat(transfer.transferTo(0, 10, sink)).isZero();
      assertThat(source.isOpen()).isTrue();
    }
  }

  @Test
  void closesItsFile() throws IOException {
    transfer.close();
    transfer.close();

    assertThatThrownBy(() -> transfer.transferTo(0, 10, target))
        .isInstanceOf(ClosedChannelException.class);
  }
}
