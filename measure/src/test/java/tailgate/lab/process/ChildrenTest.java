package tailgate.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.testing.FakeJar;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;
import tailgate.lab.testing.Processes;

class ChildrenTest {

  @TempDir Path folder;

  private final Children children = new Children(Duration.ofSeconds(30));

  @Test
  void closingEndsAllThatRun() throws Exception {
    Process first = start();
    Process second = start();

    children.close();

    assertThat(first.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(second.waitFor(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void nothingStartsAfterClosing() {
    children.close();

    assertThat(children.isClosed()).isTrue();
    assertThatThrownBy(this::start)
        .isInstanceOf(IOException.class)
        .hasMessage("the lab is closing down");
  }

  /** As nginx with its workers, or a script that starts a server. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aTreeEndsWithAllOfItsProcesses() throws Exception {
    ProcessTree tree = tree("sleep 1000 & sleep 1000 & wait");
    Set<Long> all = processesOf(tree, 3);

    assertThat(children.stop(tree)).isTrue();

    await().until(() -> all.stream().noneMatch(Processes::run));
    assertThat(tree.members()).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whatIgnoresSigtermInATreeIsKilled() throws Exception {
    try (Children hasty = new Children(Duration.ofMillis(200))) {
      ProcessTree tree =
          hasty.startTree(
              new ProcessBuilder(
                  "setsid", "sh", "-c", "(trap '' TERM; while :; do sleep 1; done) & wait"));
      Set<Long> all = processesOf(tree, 3);

      assertThat(hasty.stop(tree)).isFalse();

      await().until(() -> all.stream().noneMatch(Processes::run));
    }
  }

  /** A shell that ends first leaves its children to init. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aTreeThatHasLostItsFirstProcessEndsToo() throws Exception {
    ProcessTree tree = tree("sleep 1000 & exit 3");
    assertThat(tree.waitFor()).isEqualTo(3);
    Set<Long> left = processesOf(tree, 1);

    children.close();

    await().until(() -> left.stream().noneMatch(Processes::run));
  }

  private ProcessTree tree(String command) throws IOException {
    return children.startTree(new ProcessBuilder("setsid", "sh", "-c", command));
  }

  private static Set<Long> processesOf(ProcessTree tree, int count) throws Exception {
    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (tree.members().size() < count && System.nanoTime() < end) {
      Thread.sleep(10);
    }
    assertThat(tree.members()).hasSize(count);
    return tree.members();
  }

  private Process start() throws IOException {
    Path jar = folder.resolve("stage.jar");
    FakeJar.write(jar, FakeStage.class, FakeStage.Behaviour.NEVER_LISTENS);
    return children.start(
        new ProcessBuilder(FakeProject.JAVA, "-jar", jar.toString(), "--port", "0"));
  }
}
