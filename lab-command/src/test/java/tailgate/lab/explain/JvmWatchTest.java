package tailgate.lab.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.machine.PortOwners;
import tailgate.lab.process.Children;

/** Watches the JVM of the test itself. */
@Tag("slow")
class JvmWatchTest {

  @TempDir Path folder;

  private final Children children = new Children(Duration.ofSeconds(10));

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void threadsThatRunAndThreadsThatWaitForALockAreSeen() throws Exception {
    Object contended = new Object();
    CountDownLatch over = new CountDownLatch(1);
    Thread spins =
        new Thread(
            () -> {
              while (over.getCount() > 0) {
                Thread.onSpinWait();
              }
            },
            "spinner-7");
    Thread holds =
        new Thread(
            () -> {
              while (over.getCount() > 0) {
                holdForAWhile(contended);
              }
            },
            "holder-1");
    Thread waits =
        new Thread(
            () -> {
              while (over.getCount() > 0) {
                holdForAWhile(contended);
              }
            },
            "waiter-1");
    spins.start();
    holds.start();
    waits.start();
    try {
      String page = watch(ProcessHandle.current().pid()).look().text();

      assertThat(Path.of("").toAbsolutePath())
          .as("where the JVM runs, nothing is left")
          .isDirectoryNotContaining("glob:**.jfr");

      assertThat(page).contains("| spinner-* ").contains("other programs");
      assertThat(page.replaceAll("\\s+", " "))
          .contains("waited for a lock (synchronized)")
          .contains("java.lang.Object at tailgate.lab.explain.JvmWatchTest");
    } finally {
      over.countDown();
      spins.join();
      holds.join();
      waits.join();
    }
  }

  @Test
  void aWatchThatIsEndedEarlyHasItsAnswer() throws Exception {
    var ended = new CountDownLatch(0);
    long pid = ProcessHandle.current().pid();

    String page = new JvmWatch(pid, Duration.ofMinutes(10), ended, children, folder).look().text();

    assertThat(page).startsWith("# Who had the processors in 1 s of " + pid);
  }

  @Test
  void aProcessThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> watch(Long.MAX_VALUE).look())
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("no process " + Long.MAX_VALUE);
  }

  @Test
  void aServerIsFoundByItsUrl() throws Exception {
    try (var port = new ServerSocket(0)) {
      String url = "localhost:" + port.getLocalPort() + "/a?b";

      assertThat(JvmWatch.pidOf(url, PortOwners.ON_THIS_MACHINE))
          .isEqualTo(ProcessHandle.current().pid());
    }
  }

  @Test
  void aUrlWithoutAServerHereIsNamed() {
    PortOwners nobody = new PortOwners(folder);

    assertThat(assertThrows(LabException.class, () -> JvmWatch.pidOf("localhost:81", nobody)))
        .hasMessage("no process that can be seen here listens on port 81");
    assertThat(assertThrows(LabException.class, () -> JvmWatch.pidOf("192.0.2.1", nobody)))
        .hasMessageContaining("is on another machine");
    assertThrows(IllegalArgumentException.class, () -> JvmWatch.pidOf("ftp://a/", nobody));
  }

  private static void holdForAWhile(Object lock) {
    synchronized (lock) {
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private JvmWatch watch(long pid) {
    return new JvmWatch(pid, Duration.ofSeconds(2), new CountDownLatch(1), children, folder);
  }
}
