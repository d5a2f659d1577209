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
 * Makes the JDK create what it waits for sockets with on behalf of virtual threads.
 *
 * <p>It does so when the first virtual thread blocks, and needs a few descriptors for it. If there
 * are none just then (a server that starts into a flood of clients), the class that failed to
 * initialize stays unusable, and with it every virtual thread that would block, until the process
 * ends.
 */
final class Pollers {

  private Pollers() {}

  /** Returns once a virtual thread has waited for a socket. */
  static void create() throws IOException, InterruptedException {
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      var done = new CompletableFuture<Void>();
      Thread waiter = Thread.ofVirtual().name("pollers").start(() -> waitForAByte(listener, done));
      try (SocketChannel client = SocketChannel.open(listener.getLocalAddress())) {
        // Connected before it waits for the byte, or not: it blocks in one of the two.
        awaitBlocked(waiter);
        client.write(ByteBuffer.allocate(1));
        done.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("cannot wait for sockets on virtual threads", e);
    }
  }

  private static void waitForAByte(ServerSocketChannel listener, CompletableFuture<Void> done) {
    try (SocketChannel server = listener.accept()) {
      server.read(ByteBuffer.allocate(1));
      done.complete(null);
    } catch (IOException | Error e) {
      done.completeExceptionally(e);
    }
  }

  private static void awaitBlocked(Thread waiter) {
    while (waiter.getState() == Thread.State.RUNNABLE || waiter.getState() == Thread.State.NEW) {
      Thread.onSpinWait();
    }
  }
}
