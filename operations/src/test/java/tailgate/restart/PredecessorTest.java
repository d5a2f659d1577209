package tailgate.restart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A successor that looks for the server before it. */
final class PredecessorTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  private final CountDownLatch looked = new CountDownLatch(1);

  @TempDir private Path folder = Path.of("");

  @Test
  void isTheFirstOneWithoutTheVariable() throws Exception {
    assertThat(Predecessor.find(null, LONG)).isNull();
  }

  @Test
  void servesIfThePredecessorIsGone() throws Exception {
    assertThat(Predecessor.find("token " + folder.resolve("none"), LONG)).isNull();
    assertThat(found(client -> {}, LONG)).isNull();
  }

  @Test
  void doesNotServeBesideAPredecessorThatDoesNotAnswer() {
    assertThatThrownBy(() -> found(client -> awaitLook(), Duration.ofMillis(50)))
        .isInstanceOf(RestartException.class)
        .hasMessage("the server before this one does not answer");
  }

  private @Nullable Predecessor found(Consumer<SocketChannel> predecessor, Duration patience)
      throws IOException, RestartException {
    try (UnixListener listener = UnixListener.bind(folder.resolve("socket"))) {
      listener.start("test", client -> serve(client, predecessor));
      return Predecessor.find("token " + listener.path(), patience);
    } finally {
      looked.countDown();
    }
  }

  private static void serve(SocketChannel client, Consumer<SocketChannel> predecessor) {
    try (client) {
      predecessor.accept(client);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitLook() {
    try {
      looked.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
