package tailgate.lab.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server of several processes, as nginx with its workers. */
class UsageTest {

  @TempDir Path proc;

  @Test
  void allProcessesAreAddedUpWithThoseThatHaveEnded() throws Exception {
    stat(42, 100, 20, 7, 3, 1, 500);
    stat(43, 1_000, 200, 0, 0, 4, 2_000);

    Usage usage = Usage.ofTree(proc, () -> Set.of(42L, 43L)).read();

    assertThat(usage).isEqualTo(new Usage(1_330, 2_500, 5));
  }

  @Test
  void ofOneProcessOthersDoNotCount() throws Exception {
    stat(42, 100, 20, 7, 3, 1, 500);

    assertThat(Usage.ofOne(proc.resolve("42")).read()).isEqualTo(new Usage(120, 500, 1));
  }

  @Test
  void theKernelIsSeldomAskedWhichProcessesThereAre() throws Exception {
    stat(42, 100, 20, 0, 0, 1, 500);
    AtomicInteger asked = new AtomicInteger();
    Usage.Source tree =
        Usage.ofTree(
            proc,
            () -> {
              asked.incrementAndGet();
              return Set.of(42L);
            });

    for (int i = 0; i < 30; i++) {
      tree.read();
    }

    assertThat(asked).hasValue(3);
  }

  @Test
  void aProcessThatHasEndedIsLeftOutUntilAllHave() throws Exception {
    stat(42, 100, 20, 0, 0, 1, 500);
    Usage.Source tree = Usage.ofTree(proc, () -> Set.of(42L, 43L));

    assertThat(tree.read().threads()).isEqualTo(1);
    Files.delete(proc.resolve("42/stat"));
    Files.delete(proc.resolve("42"));
    assertThatThrownBy(tree::read).isInstanceOf(IOException.class);
  }

  /** A child that is seen late brings the time with it that it has used before. */
  @Test
  void aProcessThatIsSeenLateIsNoImpossibleReading() throws Exception {
    AtomicLong clock = new AtomicLong(1_000_000_000);
    Files.writeString(proc.resolve("stat"), "cpu  500 0 300 0 0 0 0 0 0 0\n");
    stat(42, 0, 0, 0, 0, 1, 500);
    Files.writeString(proc.resolve("42/status"), "Cpus_allowed_list:\t0\n");
    AtomicLong members = new AtomicLong(42);
    KernelGauge gauge =
        new KernelGauge(
            proc, 42, () -> members.get() == 42 ? Set.of(42L) : Set.of(42L, 43L), clock::get);
    stat(43, 80, 0, 0, 0, 1, 500);
    for (int i = 0; i < 9; i++) {
      clock.addAndGet(100_000_000);
      gauge.read();
    }
    members.set(43);
    clock.addAndGet(100_000_000);

    assertThat(gauge.read()).containsEntry("cpuSeconds", 0.8).containsEntry("threads", 2.0);
  }

  /** As proc_pid_stat(5) has it. */
  private void stat(
      int pid, int user, int system, int userOfEnded, int systemOfEnded, int threads, int pages)
      throws IOException {
    Path folder = Files.createDirectories(proc.resolve(Integer.toString(pid)));
    Files.writeString(
        folder.resolve("stat"),
        String.format(
            Locale.ROOT,
            "%d (nginx) S 1 42 42 0 -1 4194304 100 0 3 0 %d %d %d %d 20 0 %d 0 777 9000000 %d"
                + " 18446744\n",
            pid,
            user,
            system,
            userOfEnded,
            systemOfEnded,
            threads,
            pages));
  }
}
