package tailgate.lab.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelGaugeTest {

  @TempDir Path proc;

  private final AtomicLong clock = new AtomicLong(5_000_000_000L);

  @Test
  void readsProcessorMemoryAndThreads() throws Exception {
    stat(100, 20, 30, 25_600);
    machine(1_000, 10);
    KernelGauge gauge = new KernelGauge(proc, 42, clock::get);

    clock.addAndGet(200_000_000); // 20 ticks
    stat(110, 40, 86, 51_200);
    machine(1_025, 15); // waiting for a disk is idle, too

    assertThat(gauge.read())
        .containsOnly(
            entry("cpu", 1.5),
            entry("cpuSeconds", 0.3),
            entry("cpuClock", 0.2),
            entry("rss", 200.0),
            entry("threads", 86.0),
            entry("idle", 1.5));
  }

  /** The run of 10,000 users in which 0.4 s of processor time seemed to be used in 10 ms. */
  @Test
  void aReaderThatLosesItsProcessorAfterTheFileDoesNotMoveTheTimeOfTheReading() throws Exception {
    stat(0, 0, 1, 1);
    machine(0, 0);
    List<Long> stops = new ArrayList<>(List.of(0L, 0L, 100L, 6_100L, 6_100L, 6_100L, 6_200L));
    KernelGauge gauge =
        new KernelGauge(
            proc, 42, () -> 1_000_000 * (stops.size() > 1 ? stops.remove(0) : stops.get(0)));

    gauge.read(); // 6 s pass while it reads, so it reads again
    stat(10, 4, 1, 1);

    assertThat(gauge.read())
        .containsEntry("cpuClock", 6.2)
        .containsEntry("cpu", 1.4); // and not 14 ticks in no time
  }

  @Test
  void moreProcessorTimeThanThereWasIsImpossible() throws Exception {
    stat(0, 0, 1, 1);
    machine(0, 0);
    Files.writeString(proc.resolve("42/status"), "Name:\tja\nCpus_allowed_list:\t0,4-5\n");
    KernelGauge gauge = new KernelGauge(proc, 42, clock::get);

    clock.addAndGet(1_000_000_000); // 300 ticks on three cores, and 5 of tolerance
    stat(300, 5, 1, 1);
    gauge.read();
    clock.addAndGet(1_000_000_000);
    stat(600, 16, 1, 1);

    assertThatThrownBy(gauge::read)
        .isInstanceOf(ImpossibleReadingException.class)
        .hasMessageContaining("used 3.11 s of processor time in 1.000 s")
        .hasMessageContaining("impossible on 3 of the machine's cores");
  }

  @Test
  void aServerOfAnotherMachineIsReadInTheSameWay() throws Exception {
    stat(100, 20, 30, 25_600);
    machine(1_000, 10);
    Files.writeString(proc.resolve("42/status"), "Cpus_allowed_list:\t0-7\n");
    KernelGauge gauge = new KernelGauge(elsewhere(), clock::get);

    clock.addAndGet(200_000_000);
    stat(110, 40, 86, 51_200);
    machine(1_025, 15);

    assertThat(gauge.read()).containsEntry("cpu", 1.5).containsEntry("threads", 86.0);
    Files.delete(proc.resolve("42/stat"));
    assertThatThrownBy(gauge::read)
        .isInstanceOf(IOException.class)
        .hasMessage("the server has ended");
  }

  private WatchedServer elsewhere() {
    return new WatchedServer() {
      @Override
      public long pid() {
        return 42;
      }

      @Override
      public Proc stat() {
        return Proc.in(proc);
      }

      @Override
      public Proc counters() {
        return Proc.in(proc);
      }

      @Override
      public OptionalLong epochMillis() {
        return OptionalLong.empty();
      }

      @Override
      public void bring(Path log) {
        // there is none
      }
    };
  }

  @Test
  void aProcessThatIsGoneTellsNothing() throws Exception {
    stat(1, 1, 1, 1);
    machine(1, 1);
    KernelGauge gauge = new KernelGauge(proc, 42, clock::get);
    Files.delete(proc.resolve("42/stat"));

    assertThatThrownBy(gauge::read).isInstanceOf(IOException.class);
  }

  @Test
  void anotherSystemTellsNothing() throws Exception {
    stat(1, 1, 1, 1);
    Files.writeString(proc.resolve("stat"), "cpu 1 2\n");

    assertThatThrownBy(() -> new KernelGauge(proc, 42, clock::get)).isInstanceOf(IOException.class);
  }

  /** As proc_stat(5) has it. */
  private void machine(int idle, int waiting) throws IOException {
    Files.writeString(
        proc.resolve("stat"),
        String.format(
            Locale.ROOT,
            "cpu  500 0 300 %d %d 0 7 0 0 0\ncpu0 250 0 150 500 5 0 3 0 0 0\n",
            idle,
            waiting));
  }

  /** As proc_pid_stat(5) has it, with a name that tries to confuse. */
  private void stat(int user, int system, int threads, int pages) throws IOException {
    Files.createDirectories(proc.resolve("42"));
    Files.writeString(
        proc.resolve("42/stat"),
        String.format(
            Locale.ROOT,
            "42 (ja) va)) S 1 42 42 0 -1 4194304 100 0 3 0 %d %d 0 0 20 0 %d 0 777 9000000 %d"
                + " 18446744\n",
            user,
            system,
            threads,
            pages));
  }
}
