package tailgate.virtualthreads;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
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

  /**
   * Returns once a virtual thread has waited for a socket.
   *
   * @throws IOException if none can; the message says why in the words of the JVM
   */
  static void create() throws IOException, InterruptedException {
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      var done = new CompletableFuture<Void>();
      Thread waiter = Thread.ofVirtual().name("pollers").start(() -> waitForAByte(listener, done));
      try (SocketChannel client = SocketChannel.open(listener.getLocalAddress())) {
        // The thread blocks in accept or in read, depending on which side is faster.
        awaitBlocked(waiter);
        client.write(ByteBuffer.allocate(1));
        done.get();
      }
    } catch (ExecutionException | ExceptionInInitializerError e) { // there may be no scheduler
      Throwable first = e;
      while (first.getCause() != null) {
        first = first.getCause();
      }
      throw new IOException(first.getMessage() == null ? first.toString() : first.getMessage(), e);
    }
  }

  private static void waitForAByte(ServerSocketChannel listener, CompletableFuture<Void> done) {
    try (SocketChannel server = listener.accept()) {
      server.read(ByteBuffer.allocate(1));
      done.complete(null);
    } catch (IOException | RuntimeException | Error e) {
      done.completeExceptionally(e);
    }
  }

  private static void awaitBlocked(Thread waiter) {
    while (waiter.getState() == Thread.State.RUNNABLE || waiter.getState() == Thread.State.NEW) {
      Thread.onSpinWait();
    }
  }
}
