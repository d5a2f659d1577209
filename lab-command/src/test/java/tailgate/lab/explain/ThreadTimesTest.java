package tailgate.lab.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tailgate.lab.monitor.Proc;

class ThreadTimesTest {

  private static final long PID = 42;

  @Test
  void threadsOfOnePoolAreOneRowWithWhatTheyHadSince() {
    ThreadTimes before =
        read(
            """
            43 http-nio-8080-e 1000000000 500000000 9
            44 http-nio-8080-e 0 0 1
            45 C2 CompilerThre 2000000000 0 7
            """);
    ThreadTimes after =
        read(
            """
            43 http-nio-8080-e 1500000000 900000000 12
            44 http-nio-8080-e 250000000 100000000 3
            45 C2 CompilerThre 5000000000 20000000 8
            """);
    Map<Long, String> names =
        Map.of(43L, "http-nio-8080-exec-1", 44L, "http-nio-8080-exec-2", 45L, "C2 CompilerThread0");

    assertThat(after.since(before, names))
        .containsExactly(
            new ThreadUse(ThreadKind.COMPILER, "the JVM's compilers", 1, 3, 0.02),
            new ThreadUse(ThreadKind.APPLICATION, "http-nio-*-exec-*", 2, 0.75, 0.5));
  }

  @Test
  void aThreadThatHasEndedKeepsWhatItWasLastSeenToHave() {
    ThreadTimes before = read("43 main 0 0 1");
    ThreadTimes between = read("43 main 0 0 1\n44 job-1 300000000 0 2");
    ThreadTimes after = read("43 main 100000000 0 2");

    assertThat(before.then(between).then(after).since(before, Map.of()))
        .extracting(ThreadUse::name, ThreadUse::ran)
        .containsExactly(tuple("job-*", 0.3), tuple("main", 0.1));
  }

  @Test
  void aDumpNamesThreadsInFullByTheirNumbers() {
    String dump =
        """
        42:
        2026-11-30 16:50:00
        Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

        "main" #3 [4243] prio=5 os_prio=0 cpu=85.12ms elapsed=9.95s tid=0x00007f0c nid=4243 waiting on condition
           java.lang.Thread.State: TIMED_WAITING (sleeping)

        "a "quoted" name" #31 daemon prio=5 os_prio=0 cpu=1.00ms elapsed=1.00s tid=0x00007f0d nid=0x1094 runnable

        "C2 CompilerThread0" #18 [4245] daemon prio=9 os_prio=0 cpu=20.00ms elapsed=9.95s tid=0x00007f0e nid=4245 waiting on condition  [0x0000000000000000]
        """;

    assertThat(JvmWatch.names(dump))
        .containsOnly(
            Map.entry(4243L, "main"),
            Map.entry(0x1094L, "a \"quoted\" name"),
            Map.entry(4245L, "C2 CompilerThread0"));
  }

  @Test
  void threadsOfTheJvmAreTakenForWhatTheyDo() {
    assertThat(List.of("C1 CompilerThre", "C2 CompilerThread0"))
        .allMatch(name -> ThreadKind.of(name) == ThreadKind.COMPILER);
    assertThat(List.of("G1 Conc#0", "GC Thread#1", "ZWorkerYoung#0", "Shenandoah GC Threads#0"))
        .allMatch(name -> ThreadKind.of(name) == ThreadKind.COLLECTOR);
    assertThat(List.of("Read-Poller", "MasterPoller", "VirtualThread-unblocker"))
        .filteredOn(name -> ThreadKind.of(name) == ThreadKind.POLLER)
        .containsExactly("Read-Poller", "MasterPoller");
    assertThat(ThreadKind.of("ForkJoinPool-1-worker-3")).isEqualTo(ThreadKind.CARRIER);
    assertThat(List.of("qtp1234-33", "ZKClient-1", "gc-of-mine"))
        .allMatch(name -> ThreadKind.of(name) == ThreadKind.APPLICATION);
  }

  /** Each line has number, name, and what is in {@code schedstat}. */
  private static ThreadTimes read(String lines) {
    Map<String, List<String>> files = new HashMap<>();
    lines
        .lines()
        .forEach(
            line -> {
              String[] words = line.split(" ", 2);
              String name = words[1].replaceAll(" \\d+ \\d+ \\d+$", "");
              String folder = PID + "/task/" + words[0];
              files.put(folder + "/comm", List.of(name));
              files.put(folder + "/schedstat", List.of(words[1].substring(name.length() + 1)));
            });
    return ThreadTimes.read(Proc.of(files), PID);
  }
}
