package tailgate.lab.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilersTest {

  @TempDir Path proc;

  @Test
  void theirTimeIsTheSumOfBoth() throws Exception {
    thread(43, "C2 CompilerThre", 1_500_000_000L);
    thread(44, "C1 CompilerThre", 250_000_000L);
    thread(45, "worker-1", 9_000_000_000L);
    Compilers compilers = Compilers.of(proc, 42);

    assertThat(compilers.read()).containsOnly(entry("compilerSeconds", 1.75));

    thread(43, "C2 CompilerThre", 1_600_000_000L);

    assertThat(compilers.read()).containsOnly(entry("compilerSeconds", 1.85));
  }

  @Test
  void aCompilerThatHasEndedKeepsItsTime() throws Exception {
    thread(43, "C2 CompilerThre", 1_500_000_000L);
    thread(44, "C1 CompilerThre", 250_000_000L);
    Compilers compilers = Compilers.of(proc, 42);
    compilers.read();

    Files.delete(proc.resolve("42/task/43/schedstat"));
    thread(44, "C1 CompilerThre", 350_000_000L);

    assertThat(compilers.read()).containsOnly(entry("compilerSeconds", 1.85));
  }

  @Test
  void aServerWithoutThemTellsNothing() throws Exception {
    thread(43, "nginx", 1_500_000_000L);

    assertThat(Compilers.of(proc, 42).read()).isEmpty();
    assertThat(Compilers.of(proc, 77).read()).isEmpty();
  }

  private void thread(int id, String name, long nanos) throws IOException {
    Path task = Files.createDirectories(proc.resolve("42/task/" + id));
    Files.writeString(task.resolve("status"), "Name:\t" + name + "\nState:\tS (sleeping)\n");
    Files.writeString(task.resolve("schedstat"), nanos + " 1000 20\n");
  }
}
