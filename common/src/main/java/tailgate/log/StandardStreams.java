package tailgate.log;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;

/**
 * Standard output and standard error, so that they outlive their descriptors: the JDK puts {@code
 * /dev/null} on 0, 1 and 2 when a channel is closed that came from {@link System#inheritedChannel}.
 *
 * <pre>
 *   descriptors 1 and 2 --detach--> descriptors of their own to the same files
 * </pre>
 *
 * <p>They are detached only when necessary, because the JVM itself writes to 1 and 2. Thread-safe.
 */
public final class StandardStreams {

  private static final Logger LOG = SafeLogger.of(StandardStreams.class);

  /** The time limit for opening a pipe: if nobody reads from it, opening blocks forever. */
  private static final int OPEN_SECONDS = 1;

  /** Volatile: replaced once, read by the threads that write. */
  private static volatile FileChannel out =
      new FileOutputStream(FileDescriptor.out).getChannel(); // not closed: it is the process's

  private StandardStreams() {}

  /** Standard output, as it is now. It belongs to the process: do not close it. */
  public static FileChannel out() {
    return out;
  }

  /**
   * Opens both again and replaces {@link System#out} and {@link System#err}.
   *
   * @return whether that is possible; it is not if one of them is a socket, or a pipe of another
   *     user. Then nothing is changed.
   */
  public static boolean detach() {
    try {
      FileOutputStream newOut = reopen(1);
      FileOutputStream newErr = reopen(2);
      System.out.flush();
      System.err.flush();
      System.setOut(new PrintStream(newOut, true, System.out.charset()));
      System.setErr(new PrintStream(newErr, true, System.err.charset()));
      out = newOut.getChannel();
      return true;
    } catch (IOException | ExecutionException | TimeoutException e) {
      LOG.debug("cannot detach the standard streams", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  /** Opens the file of a descriptor again, to append to it. */
  private static FileOutputStream reopen(int descriptor)
      throws IOException, ExecutionException, TimeoutException, InterruptedException {
    Path linux = Path.of("/proc/self/fd/" + descriptor);
    Path path = Files.exists(linux) ? linux : Path.of("/dev/fd/" + descriptor);
    if (!Files.exists(path)) { // else a file of this name would be created
      throw new IOException("no " + path);
    }
    return CompletableFuture.supplyAsync(
            () -> append(path),
            task -> Thread.ofPlatform().daemon().name("tailgate-reopen").start(task))
        .get(OPEN_SECONDS, TimeUnit.SECONDS);
  }

  private static FileOutputStream append(Path path) {
    try {
      return new FileOutputStream(path.toString(), true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
