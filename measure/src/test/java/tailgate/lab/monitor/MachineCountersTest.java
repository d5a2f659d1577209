package tailgate.lab.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.load.Conditions.Counter;

class MachineCountersTest {

  @TempDir Path proc;

  @Test
  void readsWhatTheKernelCounts() throws Exception {
    write("stat", "cpu  500 0 300 1 1 0 7 21 0 0\ncpu0 250 0 150 500 5 0 3 0 0 0\nctxt 12345\n");
    write(
        "pressure/cpu",
        """
        some avg10=43.95 avg60=13.95 avg300=4.96 total=14806657
        full avg10=0.00 avg60=0.00 avg300=0.00 total=9
        """);
    write(
        "net/netstat",
        """
        TcpExt: SyncookiesSent ListenOverflows ListenDrops
        TcpExt: 1 22 333
        IpExt: InNoRoutes
        IpExt: 4
        """);

    assertThat(new MachineCounters(Proc.in(proc), 42).read())
        .containsOnly(
            entry(Counter.STOLEN_MILLIS, 210.0),
            entry(Counter.MACHINE_SWITCHES, 12345.0),
            entry(Counter.PRESSURE_CPU_MILLIS, 14806.657),
            entry(Counter.LISTEN_OVERFLOWS, 22.0),
            entry(Counter.LISTEN_DROPS, 333.0));
  }

  @Test
  void addsUpTheThreadsThatWereThereBothTimes() throws Exception {
    thread(42, 10, 1, 5);
    thread(43, 20, 2, 6);
    MachineCounters counters = new MachineCounters(Proc.in(proc), 42);
    Map<Long, Map<Counter, Double>> before = counters.threads();

    thread(42, 15, 4, 5);
    thread(43, 26, 2, 7);
    thread(44, 1_000, 1_000, 1_000);

    assertThat(MachineCounters.growthOfThreads(before, counters.threads()))
        .containsOnly(
            entry(Counter.VOLUNTARY_SWITCHES, 11.0),
            entry(Counter.INVOLUNTARY_SWITCHES, 3.0),
            entry(Counter.MIGRATIONS, 1.0));
  }

  @Test
  void theTimeOfTheCompilersIsThatOfTheirThreads() throws Exception {
    compiler(44, "C2 CompilerThre", 1_500.25);
    compiler(45, "C1 CompilerThre", 300);
    compiler(46, "worker-1", 9_000);
    MachineCounters counters = new MachineCounters(Proc.in(proc), 42);
    Map<Long, Map<Counter, Double>> before = counters.threads();

    compiler(44, "C2 CompilerThre", 1_700.75);
    compiler(46, "worker-1", 9_900);

    assertThat(MachineCounters.growthOfThreads(before, counters.threads()))
        .containsEntry(Counter.COMPILER_MILLIS, 200.5);
  }

  private void compiler(int id, String name, double millis) throws IOException {
    write("42/task/" + id + "/status", "Name:\t" + name + "\nState:\tS (sleeping)\n");
    write("42/task/" + id + "/sched", "se.sum_exec_runtime    :    " + millis + "\n");
  }

  @Test
  void anotherSystemCountsNothing() {
    MachineCounters counters = new MachineCounters(Proc.in(proc), 42);

    assertThat(counters.read()).isEmpty();
    assertThat(counters.threads()).isEmpty();
  }

  private void thread(int id, int voluntary, int involuntary, int moves) throws IOException {
    write(
        "42/task/" + id + "/status",
        String.format(
            Locale.ROOT,
            "Name:\tx\nvoluntary_ctxt_switches:\t%d\nnonvoluntary_ctxt_switches:\t%d\n",
            voluntary,
            involuntary));
    write("42/task/" + id + "/sched", "se.nr_migrations      :      " + moves + "\n");
  }

  private void write(String file, String content) throws IOException {
    Files.createDirectories(proc.resolve(file).getParent());
    Files.writeString(proc.resolve(file), content);
  }
}
