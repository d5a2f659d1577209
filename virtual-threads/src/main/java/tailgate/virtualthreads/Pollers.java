package tailgate.virtualthreads;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Makes the JDK create its pollers, which wait for sockets on behalf of virtual threads.
 *
 * <p>The JDK creates them when the first virtual thread blocks on a socket, and needs a few file
 * descriptors. If none is free at that moment (a server that starts into a flood of clients), the
 * class fails to initialize. It then stays unusable until the process ends, so no virtual thread
 * can wait for a socket.
 */
final class Pollers {

  private Pollers() {}

  /** Nobody comes in this time: a wait with a limit needs a poller whatever happens meanwhile. */
  private static final int WAIT_MILLIS = 1;

  /**
   * Returns once a virtual thread has waited for a socket.
   *
   * @throws IOException if none can; the message says why in the words of the JVM
   */
  static void create() throws IOException, InterruptedException {
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      listener.socket().setSoTimeout(WAIT_MILLIS);
      var done = new CompletableFuture<Void>();
      Thread.ofVirtual().name("pollers").start(() -> waitForNobody(listener, done));
      done.get();
    } catch (ExecutionException | ExceptionInInitializerError e) { // there may be no scheduler
      Throwable first = e;
      while (first.getCause() != null) {
        first = first.getCause();
      }
      throw new IOException(first.getMessage() == null ? first.toString() : first.getMessage(), e);
    }
  }

  private static void waitForNobody(ServerSocketChannel listener, CompletableFuture<Void> done) {
    try {
      while (true) {
        listener.socket().accept().close();
      }
    } catch (SocketTimeoutException e) {
      done.complete(null);
    } catch (IOException | RuntimeException | Error e) {
      done.completeExceptionally(e);
    }
  }
}
