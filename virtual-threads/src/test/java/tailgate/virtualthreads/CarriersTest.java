package tailgate.virtualthreads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.Runtime.Version;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.server.ClassPath;

final class CarriersTest {

  private final Properties properties = new Properties();

  @ParameterizedTest
  @CsvSource({"21, 1, 3", "22, 1, 3", "25, 2, 3", "25, 3, 4", "25, 64, 65"})
  void thereIsOneMoreThanProcessorsAndThereAreThree(String java, int processors, String carriers) {
    Carriers.prepare(Version.parse(java), processors, properties);
    assertThat(properties).containsEntry(Carriers.PARALLELISM, carriers);
  }

  @ParameterizedTest
  @CsvSource({"22, 1, 1", "25, 2, 1", "25, 3, 1", "25, 4, 2", "25, 24, 8", "25, 64, 32"})
  void thereIsAPollerForTwoProcessorsAndTheirNumberIsAPowerOfTwo(
      String java, int processors, String pollers) {
    Carriers.prepare(Version.parse(java), processors, properties);
    assertThat(properties).containsEntry(Carriers.READ_POLLERS, pollers);
  }

  @Test
  void onJava21AndTwoProcessorsBothAreTheJvms() {
    Carriers.prepare(Version.parse("21"), 2, properties);
    assertThat(properties).isEmpty();
  }

  @Test
  void onJava21ThePollersAreTheJvms() {
    Carriers.prepare(Version.parse("21"), 1, properties);
    assertThat(properties).doesNotContainKey(Carriers.READ_POLLERS);
  }

  @Test
  void theUsersNumbersAreKept() {
    properties.setProperty(Carriers.PARALLELISM, "1");
    properties.setProperty(Carriers.READ_POLLERS, "4");
    Carriers.prepare(Version.parse("25"), 1, properties);
    assertThat(properties)
        .containsEntry(Carriers.PARALLELISM, "1")
        .containsEntry(Carriers.READ_POLLERS, "4");
  }

  @ParameterizedTest
  @CsvSource({
    "25.0.3, jdk.pollerMode, 3, '1 or 2, and from Java 27 on 3'",
    "27, jdk.pollerMode, 4, '1 or 2, and from Java 27 on 3'",
    "25, jdk.readPollers, 0, a power of two",
    "21, jdk.writePollers, 3, a power of two",
    "25, jdk.virtualThreadScheduler.parallelism, many, a positive number"
  })
  void aPropertyThatTheJvmDoesNotTakeIsNamedWithTheValuesThatItTakes(
      String java, String name, String value, String needed) {
    properties.setProperty(name, value);
    Carriers.prepare(Version.parse(java), 2, properties);
    assertThat(Carriers.misfit(Version.parse(java), properties))
        .hasValue("-D" + name + "=" + value + " (it needs " + needed + ")");
  }

  @ParameterizedTest
  @CsvSource({"21, 7, 8", "25, 2, 1", "27, 3, 1"})
  void aPropertyThatTheJvmTakesOrDoesNotReadIsNotNamed(String java, String mode, String pollers) {
    properties.setProperty("jdk.pollerMode", mode);
    properties.setProperty(Carriers.READ_POLLERS, pollers);
    assertThat(Carriers.misfit(Version.parse(java), properties)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdk.readPollers=0",
        "jdk.readPollers=3",
        "jdk.virtualThreadScheduler.parallelism=0"
      })
  @Tag("slow")
  void aServerDoesNotStartWithAPropertyThatItsJvmDoesNotTake(String property) throws Exception {
    assertThat(output("-D" + property, Main.class, "--port=0", "--no-admin"))
        .contains("virtual-threads: cannot wait for sockets on virtual threads with -D" + property)
        .doesNotContain("http://");
  }

  @Test
  void onOneProcessorAThreadStartsWhileOthersWakeEachOtherWithoutEnd() throws Exception {
    assertThat(output("-XX:ActiveProcessorCount=1", Child.class)).endsWith("started\n");
  }

  private static String output(String option, Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(option, "-cp", ClassPath.ofThisTest(), main.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
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
