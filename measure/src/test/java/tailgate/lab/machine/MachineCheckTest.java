package tailgate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.load.Disturbance.Degree;
import tailgate.lab.load.JsonFiles;

/** On files as the kernel has them, and seconds that pass at once. */
class MachineCheckTest {

  /** What a second of a machine of two processors is like, in ticks of 10 ms. */
  private record Second(int first, int second, int stolen, int own) {}

  private static final Second QUIET = new Second(1, 2, 0, 1);
  private static final Second TENTH = new Second(11, 11, 0, 0);
  private static final Second LOOPS = new Second(100, 100, 0, 0);

  @TempDir Path root;

  private List<Second> coming = List.of(QUIET);
  private int seconds;
  private int[] busy = new int[2];
  private int stolen;
  private int own;
  private long waitedMicros;
  private int waitedPerSecond;

  @BeforeEach
  void aMachine() throws IOException {
    write("proc/self/status", "Cpus_allowed_list:\t0-1\n");
    write("proc/meminfo", "MemTotal: 8000000 kB\nMemAvailable:    4000000 kB\n");
    write();
  }

  @Test
  void aQuietMachineIsFitAfterThreeSeconds() throws Exception {
    Fitness fitness = look();

    assertThat(fitness.degree()).isEqualTo(Degree.NONE);
    assertThat(seconds).isEqualTo(3);
    assertThat(fitness.page())
        .isEqualTo(
            """
            ok      idle time: 99 % of 2 processors are free
            ok      stolen time: other machines on the host had 0.0 %
            ok      run queue: some thread waited for a processor 0 % of the time
            ok      frequency: unknown
            ok      quota: none
            ok      memory: 3,906 MiB are available
            ok      processors: server on 0, generator on 1
            This machine is fit to measure.\
            """);
  }

  @Test
  void aProgramIsToldTheSame() throws Exception {
    assertThat(JsonFiles.compact(look()))
        .contains("\"fit\":true", "\"subject\":\"idle time\",\"degree\":\"NONE\",")
        .contains("\"figure\":\"99 % of 2 processors are free\",");
    coming = List.of(LOOPS);

    assertThat(JsonFiles.compact(look()))
        .contains("\"fit\":false", "\"degree\":\"TOO_MUCH\"", "\"help\":\"End them.\"");
  }

  @Test
  void aTenthOfEachProcessorIsOrdinary() throws Exception {
    coming = List.of(TENTH);

    Fitness fitness = look();

    assertThat(fitness.degree()).isEqualTo(Degree.SOME);
    assertThat(fitness.isFit()).isTrue();
    assertThat(seconds).isEqualTo(6);
    assertThat(fitness.words())
        .isEqualTo(
            "idle time: other programs have 0.2 of 2 processors, 11 % of processor 0 (loop 0.2)");
  }

  @Test
  void aLoopOnEachProcessorIsToldAtOnceWithItsName() throws Exception {
    coming = List.of(LOOPS);

    Fitness fitness = look();

    assertThat(fitness.isFit()).isFalse();
    assertThat(fitness.mayPass()).isTrue();
    assertThat(seconds).isEqualTo(3);
    assertThat(fitness.objection())
        .isEqualTo(
            "this machine is not fit to measure now. Idle time: other programs have 2.0 of 2"
                + " processors, 100 % of processor 0 (loop 2.0). End them. Or say --on-busy wait"
                + " to begin once it is, or --on-busy record to go on and have this in the report."
                + " \"./tailgate doctor\" repeats this check.");
  }

  @Test
  void aBusyMachineIsAwaited() throws Exception {
    coming = List.of(LOOPS, LOOPS, LOOPS, LOOPS, LOOPS, LOOPS, TENTH);
    MachineCheck check = check("server=0,load=1");
    List<Fitness> told = new ArrayList<>();

    Fitness fitness =
        check.await(check.look(), Duration.ofMinutes(1), () -> seconds * 1_000_000_000L, told::add);

    assertThat(fitness.isFit()).isTrue();
    assertThat(told).isEmpty();
    assertThat(seconds).isEqualTo(12);
  }

  @Test
  void aMachineThatStaysBusyIsNotAwaitedForEver() throws Exception {
    coming = List.of(LOOPS);
    MachineCheck check = check("server=0,load=1");
    List<Fitness> told = new ArrayList<>();

    Fitness fitness =
        check.await(check.look(), Duration.ofMinutes(1), () -> seconds * 1_000_000_000L, told::add);

    assertThat(fitness.isFit()).isFalse();
    assertThat(told).as("each fifteen seconds").hasSize(4);
    assertThat(seconds).isEqualTo(63);
  }

  @Test
  void aLoopOnOneProcessorIsTooMuchForIt() throws Exception {
    coming = List.of(new Second(0, 40, 0, 0));

    assertThat(look().degree()).isEqualTo(Degree.TOO_MUCH);
  }

  @Test
  void whatEndsWhileItLooksIsForgiven() throws Exception {
    coming = List.of(TENTH, LOOPS, QUIET, QUIET, QUIET);

    assertThat(look().degree()).isEqualTo(Degree.NONE);
    assertThat(seconds).isEqualTo(5);
  }

  @Test
  void theLabItselfDisturbsNobody() throws Exception {
    coming = List.of(new Second(20, 1, 0, 20));

    assertThat(look().degree()).isEqualTo(Degree.NONE);
    assertThat(seconds).isEqualTo(3);
  }

  @Test
  void stolenTimeThatReachesTheNinetyNinthPercentileIsTooMuch() throws Exception {
    coming = List.of(new Second(1, 1, 1, 0), new Second(1, 1, 2, 0));
    assertThat(stolen(look())).isEqualTo(Degree.SOME);

    seconds = 0;
    coming = List.of(new Second(1, 1, 4, 0));
    Fitness fitness = look();
    assertThat(stolen(fitness)).isEqualTo(Degree.TOO_MUCH);
    assertThat(fitness.objection()).contains("Stolen time: other machines on the host had 2.0 %");
  }

  private static Degree stolen(Fitness fitness) {
    return fitness.findings().get(1).degree();
  }

  @Test
  void waitingForAProcessorIsSeenWhereProgramsAreNot() throws Exception {
    waitedPerSecond = 300_000;

    assertThat(look().findings().get(2).degree()).isEqualTo(Degree.TOO_MUCH);
  }

  @Test
  void processorsThatAreQuietAreNamed() throws Exception {
    write("proc/self/status", "Cpus_allowed_list:\t0-3\n");
    coming = List.of(LOOPS);

    assertThat(look().objection())
        .contains("or use processors that are quiet: --cpus server=2,load=3.");
    assertThat(look("server=2,load=3").isFit()).isTrue();
  }

  @Test
  void aQuotaOfLessThanTheProcessorsIsTooMuchAndDoesNotPass() throws Exception {
    write("group/cpu.max", "50000 100000\n");

    Fitness fitness = look();

    assertThat(fitness.mayPass()).isFalse();
    assertThat(fitness.objection())
        .contains("Quota: 0.5 processors, and 2 are used.")
        .doesNotContain("--on-busy wait");
  }

  @Test
  void aQuotaOfAllProcessorsDisturbsNobody() throws Exception {
    write("group/cpu.max", "200000 100000\n");

    assertThat(look().degree()).isEqualTo(Degree.NONE);
  }

  @Test
  void tooLittleMemoryIsNamedWithWhatIsNeeded() throws Exception {
    write("group/memory.max", "314572800\n");

    assertThat(look().objection())
        .contains(
            "Memory: a limit of 300 MiB. The lab, a server and a generator need 620 MiB together.");
  }

  @Test
  void aProcessorThatMayNotRunAtFullSpeedIsNoted() throws Exception {
    String folder = "sys/devices/system/cpu/cpu0/";
    write(folder + "cpufreq/cpuinfo_max_freq", "3400000\n");
    write(folder + "cpufreq/scaling_max_freq", "1700000\n");

    assertThat(look().words()).isEqualTo("frequency: processor 0 is limited to 50 %");
  }

  @Test
  void sharedProcessorsAreNoted() throws Exception {
    assertThat(look("shared").words()).isEqualTo("processors: server and generator share 2");
  }

  @Test
  void onAnotherSystemNobodyLooks() throws Exception {
    Files.delete(root.resolve("proc/stat"));

    assertThat(look()).isEqualTo(Fitness.UNKNOWN);
  }

  private Fitness look() throws InterruptedException {
    return look("server=0,load=1");
  }

  private Fitness look(String placement) throws InterruptedException {
    return check(placement).look();
  }

  private MachineCheck check(String placement) {
    return new MachineCheck(
        new Cores(root.resolve("proc"), root.resolve("sys")),
        new ControlGroup(List.of(root.resolve("group"))),
        Placement.parse(placement),
        this::aSecond);
  }

  /** The last one goes on. */
  private void aSecond() {
    Second now = coming.get(Math.min(seconds, coming.size() - 1));
    seconds++;
    busy = new int[] {busy[0] + now.first, busy[1] + now.second};
    stolen += now.stolen;
    own += now.own;
    waitedMicros += waitedPerSecond;
    try {
      write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int ticks;

  private void write() throws IOException {
    ticks += 100;
    write(
        "proc/stat",
        "cpu  1 1 1 1 1 1 1 1 1 1\n%s%s%s%s"
            .formatted(
                line(0, busy[0], stolen), line(1, busy[1], 0), line(2, 0, 0), line(3, 0, 0)));
    write("proc/self/stat", process(42, "java", 7, own));
    write("proc/42/stat", process(42, "java", 7, own));
    write("proc/7/stat", process(7, "bash", 1, 0));
    write("proc/99/stat", process(99, "loop", 7, busy[0] + busy[1] - own));
    write(
        "proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=" + waitedMicros + "\n");
  }

  private String line(int processor, int used, int taken) {
    return String.format(
        Locale.ROOT,
        "cpu%d %d 0 0 %d 0 0 0 %d 0 0\n",
        processor,
        used,
        ticks - used - taken,
        taken);
  }

  private static String process(int pid, String name, int parent, int ticks) {
    return String.format(
        Locale.ROOT,
        "%d (%s) S %d 1 1 0 -1 4194304 100 0 3 0 %d 0 0 0 20 0 1 0 777 9000 1 18446744\n",
        pid,
        name,
        parent,
        ticks);
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
