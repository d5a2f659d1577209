package tailgate.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.testing.FakeJar;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

class ChildrenTest {

  @TempDir Path folder;

  private final Children children = new Children(Duration.ofSeconds(30));

  @Test
  void closingEndsAllThatRun() throws Exception {
    Process first = start();
    Process second = start();

    children.close();

    assertThat(first.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(second.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void nothingStartsAfterClosing() {
    children.close();

    assertThat(children.isClosed()).isTrue();
    assertThatThrownBy(this::start)
        .isInstanceOf(IOException.class)
        .hasMessage("the lab is closing down");
  }

  private Process start() throws IOException {
    Path jar = folder.resolve("stage.jar");
    FakeJar.write(jar, FakeStage.class, FakeStage.Behaviour.NEVER_LISTENS);
    return children.start(
        new ProcessBuilder(FakeProject.JAVA, "-jar", jar.toString(), "--port", "0"));
  }
}
