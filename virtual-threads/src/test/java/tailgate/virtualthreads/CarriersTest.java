package tailgate.virtualthreads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.server.ClassPath;

final class CarriersTest {

  private final Properties properties = new Properties();

  @ParameterizedTest
  @CsvSource({"21, 1, 3", "22, 1, 3", "25, 2, 3", "25, 3, 4", "25, 64, 65"})
  void thereIsOneMoreThanProcessorsAndThereAreThree(int java, int processors, String carriers) {
    Carriers.prepare(java, processors, properties);
    assertThat(properties).containsEntry(Carriers.PARALLELISM, carriers);
  }

  @ParameterizedTest
  @CsvSource({"22, 1, 1", "25, 2, 1", "25, 3, 1", "25, 4, 2", "25, 24, 8", "25, 64, 32"})
  void thereIsAPollerForTwoProcessorsAndTheirNumberIsAPowerOfTwo(
      int java, int processors, String pollers) {
    Carriers.prepare(java, processors, properties);
    assertThat(properties).containsEntry(Carriers.READ_POLLERS, pollers);
  }

  @Test
  void onJava21AndTwoProcessorsBothAreTheJvms() {
    Carriers.prepare(21, 2, properties);
    assertThat(properties).isEmpty();
  }

  @Test
  void onJava21ThePollersAreTheJvms() {
    Carriers.prepare(21, 1, properties);
    assertThat(properties).doesNotContainKey(Carriers.READ_POLLERS);
  }

  @Test
  void theUsersNumbersAreKept() {
    properties.setProperty(Carriers.PARALLELISM, "1");
    properties.setProperty(Carriers.READ_POLLERS, "4");
    Carriers.prepare(25, 1, properties);
    assertThat(properties)
        .containsEntry(Carriers.PARALLELISM, "1")
        .containsEntry(Carriers.READ_POLLERS, "4");
  }

  @Test
  void onOneProcessorAThreadStartsWhileOthersWakeEachOtherWithoutEnd() throws Exception {
    assertThat(output("-XX:ActiveProcessorCount=1")).endsWith("started\n");
  }

  private static String output(String option) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                option,
                "-cp",
                ClassPath.ofThisTest(),
                Child.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** The command, and when it has ended, a look at the scheduler of its JVM. */
  static final class Child {

    private static final int ROUNDS = 1_000;
    private static final int PATIENCE_SECONDS = 10;

    private Child() {}

    public static void main(String[] arguments) {
      Runtime.getRuntime().addShutdownHook(new Thread(Child::look));
      Main.main(new String[] {"--version"});
    }

    private static void look() {
      try {
        keepBusy();
        var started = new CountDownLatch(1);
        Thread.ofVirtual().start(started::countDown);
        boolean inTime = started.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        System.out.print(inTime ? "started\n" : "waits\n");
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    /** One of two threads is always in the queue of the carrier that runs the other. */
    private static void keepBusy() throws InterruptedException {
      var rounds = new CountDownLatch(ROUNDS);
      var pair = new Thread[2];
      for (int i = 0; i < pair.length; i++) {
        int other = 1 - i;
        pair[i] =
            Thread.ofVirtual()
                .unstarted(
                    () -> {
                      while (true) {
                        LockSupport.unpark(pair[other]);
                        LockSupport.park();
                        rounds.countDown();
                      }
                    });
      }
      for (Thread thread : pair) {
        thread.start();
      }
      rounds.await();
    }
  }
}
