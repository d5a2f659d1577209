package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tailgate.adaptivepool.policy.LittlesLawPolicy;
import tailgate.server.stage.OverloadPolicy;

/**
 * Tasks that wait in a blocking read of a socket, for the JVM RUNNABLE, beside one that computes
 * and so uses a quarter of the processors, on a machine with two to four of them.
 */
final class KernelWaitTest {
  private static final int MIN = 8;

  private final AtomicBoolean computed = new AtomicBoolean();
  private final CountDownLatch begun = new CountDownLatch(MIN);
  private final CountDownLatch answered = new CountDownLatch(1);
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private ServerSocket silent;

  private final AdaptivePool pool =
      new AdaptivePool(
          new AdaptivePoolConfig(
              MIN,
              64,
              1000,
              OverloadPolicy.BLOCK,
              Duration.ofMillis(100),
              new LittlesLawPolicy(),
              "kernel",
              System::nanoTime));

  @BeforeEach
  void listen() throws IOException {
    silent = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void end() throws Exception {
    computed.set(true);
    silent.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    pool.stop();
    assertThat(pool.awaitEnd(Duration.ofMinutes(2))).isTrue();
  }

  private void readForEver() {
    try {
      var socket = new Socket(silent.getInetAddress(), silent.getLocalPort());
      sockets.add(socket);
      begun.countDown();
      assertThat(socket.getInputStream().read()).isNegative();
    } catch (IOException closed) {
      // as it should be, at the end of the test
    }
  }

  private void compute() {
    begun.countDown();
    while (!computed.get()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void areTakenForTasksThatWait() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/schedstat")), "Linux tells who waits");
    assumeTrue(Runtime.getRuntime().availableProcessors() >= 2, "one computes, one is free");
    pool.execute(this::compute);
    for (int i = 1; i < MIN; i++) {
      pool.execute(this::readForEver);
    }
    begun.await();
    pool.execute(answered::countDown);
    answered.await();
  }
}
