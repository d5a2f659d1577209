package tailgate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/** How a process ends that nothing else ends. */
class StageLauncherProcessTest {

  /** Leaves a thread behind, like a server that could not be stopped. */
  @Command(name = "child")
  static final class Child implements Callable<Integer> {

    public static void main(String[] arguments) {
      StageLauncher.main(new Child(), arguments);
    }

    @Override
    public Integer call() {
      Thread.ofPlatform().daemon(false).start(Child::serve);
      throw new Unspeakable();
    }

    private static void serve() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /**
   * Like an error of a server whose jar was written into: to report it needs classes from there.
   */
  static final class Unspeakable extends Error {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new NoClassDefFoundError("tailgate/cli/Words");
    }
  }

  @Test
  void aServerThatCannotBeStoppedAndCannotSayWhyDoesNotLiveOn() throws Exception {
    Process child =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName())
            .start();
    try {
      String errors = new String(child.getErrorStream().readAllBytes(), UTF_8);

      child.waitFor();
      assertThat(errors).contains("tailgate: ends, because of java.lang.NoClassDefFoundError");
      assertThat(child.exitValue()).isEqualTo(1);
    } finally {
      child.destroyForcibly();
    }
  }
}
