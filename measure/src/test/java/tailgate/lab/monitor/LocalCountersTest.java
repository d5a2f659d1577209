package tailgate.lab.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.Disturbance;
import tailgate.lab.machine.ControlGroup;
import tailgate.lab.machine.Cores;

/**
 * A lab (1) with a server (2) and a generator (3), and another program (9), on two of three
 * processors.
 */
class LocalCountersTest {

  @TempDir Path root;

  @Test
  void whatOthersHadOfTheProcessorsOfARunIsCounted() throws Exception {
    write("proc/self/status", "Cpus_allowed_list:\t1\n");
    write("proc/2/status", "Cpus_allowed_list:\t0\n");
    machine(0, 0, 0, 0);
    LocalCounters before = read();
    machine(60, 30, 4, 50);

    assertThat(read().since(before))
        .containsOnly(
            entry(Counter.PROCESSOR_MILLIS, 2_000.0),
            entry(Counter.FOREIGN_MILLIS, 300.0),
            entry(Counter.STOLEN_MILLIS, 40.0),
            entry(Counter.THROTTLED_MILLIS, 50.0),
            entry(Counter.SERVER_WAITED_MILLIS, 3.0),
            entry(Counter.LOAD_WAITED_MILLIS, 4.0),
            entry(Counter.LOAD_MILLIS, 9.0));
    Disturbance disturbance =
        new Conditions("", "", null, null, 0, true, read().since(before)).disturbance();
    assertThat(disturbance).isEqualTo(new Disturbance(0.15, 0.02, 0.025));
    assertThat(disturbance.words())
        .isEqualTo(
            "other programs had 15 % of the processor time, other machines on the host had 2.0 %,"
                + " the quota of the container stopped it for 2.5 %");
  }

  /** A container's process is a child of a daemon. */
  @Test
  void aServerThatSomebodyElseHasStartedIsNoOtherProgram() throws Exception {
    write("proc/self/status", "Cpus_allowed_list:\t0-1\n");
    machine(0, 0, 0, 0);
    LocalCounters before = read(Set.of(2L, 9L));
    machine(60, 30, 0, 0);

    assertThat(read(Set.of(2L, 9L)).since(before)).containsEntry(Counter.FOREIGN_MILLIS, 0.0);
  }

  @Test
  void anotherSystemSaysNothing() {
    assertThat(LocalCounters.read(new Cores(root, root), new ControlGroup(List.of()), Set.of(2L)))
        .isEmpty();
  }

  private LocalCounters read() {
    return read(Set.of(2L));
  }

  private LocalCounters read(Set<Long> server) {
    Cores cores = new Cores(root.resolve("proc"), root);
    return LocalCounters.read(cores, new ControlGroup(List.of(root.resolve("group"))), server)
        .orElseThrow();
  }

  private void machine(int ours, int others, int stolen, int throttled) throws IOException {
    int ticks = ours + others > 0 ? 100 : 0;
    write(
        "proc/stat",
        String.format(
            Locale.ROOT,
            """
            cpu  1 1 1 1 1 1 1 1 1 1
            cpu0 %d 0 %d %d 0 0 2 %d 0 0
            cpu1 0 0 0 %d 0 0 0 0 0 0
            cpu2 %d 0 0 0 0 0 0 0 0 0
            """,
            ours,
            others,
            ticks - ours - others - stolen - 2,
            stolen,
            ticks,
            ticks));
    program(1, 0, 0);
    program(2, 1, ours - ours / 3);
    program(3, 1, ours / 3);
    program(9, 0, others);
    write("proc/self/stat", Files.readString(root.resolve("proc/1/stat")));
    write(
        "proc/2/task/2/schedstat",
        String.format(Locale.ROOT, "777 %d 5\n", 1_000_000 + 50_000 * ours));
    write("proc/3/task/3/schedstat", "777 0 5\n");
    if (ours > 0) {
      write("proc/3/task/4/schedstat", "9000000 4000000 5\n");
    }
    write("group/cpu.max", "200000 100000\n");
    write("group/cpu.stat", String.format(Locale.ROOT, "throttled_usec %d\n", 1_000 * throttled));
  }

  private void program(int pid, int parent, int ticks) throws IOException {
    write(
        "proc/" + pid + "/stat",
        String.format(
            Locale.ROOT,
            "%d (a) b) S %d 1 500 0 -1 4194304 100 0 3 0 %d 0 0 0 20 0 1 0 777 9000 1 18446744\n",
            pid,
            parent,
            ticks));
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
