package tailgate.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.machine.Environment;
import tailgate.lab.process.Children;
import tailgate.lab.results.Archive;
import tailgate.lab.run.HandlerException;
import tailgate.lab.run.RunContext;
import tailgate.lab.summary.Comparison;
import tailgate.lab.summary.Report;

class ExperimentRunnerTest {

  private static final int SPOILED = 13;

  private static final Environment HERE =
      new Environment("t", "m", "java 25", "abc", "c", null, null, null, null);

  @TempDir Path folder;

  private final Children children = new Children(Duration.ofSeconds(1));
  private final StringWriter out = new StringWriter();
  private final List<String> done = new ArrayList<>();
  private String settings = "poisson";
  private @Nullable Point last = new Point("b", "b/2");

  /** The first point that is not needed; empty if all are. */
  private String needless = "";

  record Point(String server, String folder) implements Experiment.Run {}

  /** What the machine answers at a point; it can cut the lab, or break a server. */
  @FunctionalInterface
  interface Machine {
    int at(Point point) throws LabException;
  }

  private final class Counting implements Experiment<Point, Integer> {
    private final Machine machine;

    Counting(Machine machine) {
      this.machine = machine;
    }

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public Blocks plan() {
      return new Blocks(2, 7);
    }

    @Override
    public List<Point> runs() {
      List<Point> first =
          List.of(new Point("a", "a/1"), new Point("a", "a/2"), new Point("b", "b/1"));
      return Stream.concat(first.stream(), Stream.ofNullable(last)).toList();
    }

    @Override
    public int fewest() {
      return needless.isEmpty() ? runs().size() : 2;
    }

    @Override
    public boolean isEnough(List<Integer> made, Point next, PrintWriter progress) {
      return next.folder.equals(needless);
    }

    @Override
    public String settings() {
      return settings;
    }

    @Override
    public Duration perRun() {
      return Duration.ofSeconds(1);
    }

    @Override
    public Class<Integer> resultType() {
      return Integer.class;
    }

    @Override
    public Measuring<Point, Integer> open(RunContext context) {
      return (runs, journal, ofServer) -> {
        String server = runs.get(0).server;
        done.add("start " + server);
        if (machine.at(new Point(server, "")) < 0) {
          throw new LabException("does not start");
        }
        for (Point run : runs) {
          journal.make(run, (made, ofRun) -> measure(made));
        }
        done.add("stop " + server);
      };
    }

    private Integer measure(Point run) throws LabException {
      done.add(run.folder);
      return machine.at(run);
    }

    @Override
    public Optional<String> spoiled(Integer result) {
      return result == SPOILED ? Optional.of("the machine was asleep") : Optional.empty();
    }

    @Override
    public String inOneLine(Integer result) {
      return result.toString();
    }

    @Override
    public Report report(List<Integer> results) {
      return new Comparison(List.of());
    }
  }

  @Test
  void aServerIsStartedOnceForAllItsPoints() throws Exception {
    assertThat(run(point -> 1, false)).isZero();

    assertThat(done)
        .containsExactly("start a", "a/1", "a/2", "stop a", "start b", "b/1", "b/2", "stop b");
  }

  @Test
  void aHandlerThatFailsItsFirstRequestEndsAll() {
    assertThatThrownBy(
            () ->
                run(
                    point -> {
                      throw new HandlerException("the handler answers with 500");
                    },
                    false))
        .isInstanceOf(HandlerException.class);

    assertThat(done).containsExactly("start a");
    assertThat(out.toString()).doesNotContain("[2/4");
  }

  @Test
  void aHandlerThatFailsAtItsFirstPointEndsAll() {
    assertThatThrownBy(() -> run(point -> failsAt("a/1", point), false))
        .isInstanceOf(HandlerException.class);

    assertThat(done).containsExactly("start a", "a/1");
    assertThat(out.toString()).contains("a/1: FAILED").doesNotContain("[2/4");
  }

  @Test
  void aHandlerThatHasAnsweredBeforeMayFailByChance() throws Exception {
    assertThat(run(point -> failsAt("a/2", point), false)).isEqualTo(1);

    assertThat(done).endsWith("b/1", "b/2", "stop b");
    assertThat(out.toString()).contains("a/2: FAILED: the handler answers with 500");
  }

  private static int failsAt(String folder, Point point) throws HandlerException {
    if (point.folder.equals(folder)) {
      throw new HandlerException("the handler answers with 500");
    }
    return 1;
  }

  @Test
  void allPointsOfAServerThatDoesNotStartFail() throws Exception {
    assertThat(run(point -> point.server.equals("a") ? -1 : 1, false)).isEqualTo(1);

    assertThat(out.toString())
        .contains("[1/4, 0:04 left] a/1: FAILED: does not start")
        .containsPattern("\\[2/4, 0:0\\d left] a/2: FAILED: does not start")
        .containsPattern("\\[3/4, 0:0\\d left] b/1: 1");
  }

  @Test
  void aRunEndsOnceItIsEnough() throws Exception {
    needless = "b/1";

    assertThat(run(point -> 1, false)).isZero();

    assertThat(done).containsExactly("start a", "a/1", "a/2", "stop a");
    assertThat(out.toString()).contains("2 to 4 runs, at most about a minute");
    assertThat(run(point -> 1, true)).as("it is not continued").isZero();
    assertThat(done).hasSize(4);
    assertThat(results()).containsExactly("1", "1");
  }

  @Test
  void aCutRunGoesOnWhereItWasCut() throws Exception {
    run(this::cutAtTheThird, false);
    Files.writeString(folder.resolve("b/1/half.txt"), "half");
    done.clear();

    assertThat(run(new Children(Duration.ofSeconds(1)), point -> 2, HERE, true)).isZero();

    assertThat(done).containsExactly("start b", "b/1", "b/2", "stop b");
    assertThat(folder.resolve("b/1/half.txt")).doesNotExist();
    assertThat(results()).containsExactly("1", "1", "2", "2");
  }

  @Test
  void whatHadFailedIsTriedAgainAndThatIsNotForgotten() throws Exception {
    run(
        point -> {
          if (point.folder.equals("a/2")) {
            throw new LabException("no luck");
          }
          return 1;
        },
        false);
    done.clear();

    assertThat(run(point -> 2, true)).isZero();

    assertThat(done).containsExactly("start a", "a/2", "stop a");
    assertThat(new Archive(folder.resolve(Archive.NAME)).read().failures())
        .containsExactly(new Archive.Failure("a/2", "no luck").asEarlier());
    assertThat(out.toString())
        .contains(
            "    failed    1 run failed before this one was continued, which made it again",
            "a/2: FAILED before the run was continued: no luck");
  }

  @Test
  void aSpoiledRunIsMadeAgainAtTheSameServerAndTheLastResultCounts() throws Exception {
    List<Integer> answers = new ArrayList<>(List.of(SPOILED, 5));
    int code = run(point -> point.folder.equals("a/2") ? answers.removeFirst() : 1, false);

    assertThat(code).isZero();
    assertThat(done).startsWith("start a", "a/1", "a/2", "a/2", "stop a");
    assertThat(results()).containsExactly("1", "5", "1", "1");
    assertThat(new Archive(folder.resolve(Archive.NAME)).read().failures())
        .containsExactly(Archive.Failure.repeated("a/2", "the machine was asleep (13)"));
    assertThat(out.toString())
        .contains("a/2: the machine was asleep, again: 5\n")
        .contains("    again     1 run was made again at once, because the generator was late")
        .contains("a/2: made again: the machine was asleep (13)");
  }

  @Test
  void aRunThatIsSpoiledThreeTimesIsTakenAsItIs() throws Exception {
    run(point -> point.folder.equals("a/2") ? SPOILED : 1, false);

    assertThat(done).startsWith("start a", "a/1", "a/2", "a/2", "a/2", "stop a");
    assertThat(results()).containsExactly("1", "13", "1", "1");
  }

  @Test
  void afterTwoRunsInVainNothingIsMadeAgain() throws Exception {
    run(point -> SPOILED, false);

    assertThat(done)
        .containsSequence("a/1", "a/1", "a/1", "a/2", "a/2", "a/2", "stop a")
        .endsWith("start b", "b/1", "b/2", "stop b");
  }

  @Test
  void aRunWithOtherOptionsIsNotContinued() throws Exception {
    run(this::cutAtTheThird, false);
    settings = "uniform";

    assertThatThrownBy(() -> run(new Children(Duration.ofSeconds(1)), point -> 2, HERE, true))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("was begun with other options")
        .hasMessageContaining("settings: \"poisson\", and now \"uniform\"");
    assertThat(results()).containsExactly("1", "1");
  }

  @Test
  void aRunOfOtherPointsIsNotContinued() throws Exception {
    run(this::cutAtTheThird, false);
    last = new Point("b", "b/3");

    assertThatThrownBy(() -> run(new Children(Duration.ofSeconds(1)), point -> 2, HERE, true))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("runs.3.folder: \"b/2\", and now \"b/3\"");
    last = null;

    assertThatThrownBy(() -> run(new Children(Duration.ofSeconds(1)), point -> 2, HERE, true))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("runs: 4 of them, and now 3");
  }

  @Test
  void aRunOfAnotherCommitIsNotContinued() throws Exception {
    run(this::cutAtTheThird, false);
    Environment other = new Environment("t", "m", "java 25", "def", "c", null, null, null, null);

    assertThatThrownBy(() -> run(new Children(Duration.ofSeconds(1)), point -> 2, other, true))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("is of another commit")
        .hasMessageContaining("abc, and now def");
    assertThat(results()).containsExactly("1", "1");
  }

  @Test
  void aRunOnOtherProcessorsIsNotContinued() throws Exception {
    run(this::cutAtTheThird, false);
    Environment other =
        new Environment("t", "m", "java 25", "abc", "c", "shared, serial", null, null, null);

    assertThatThrownBy(() -> run(new Children(Duration.ofSeconds(1)), point -> 2, other, true))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("is of another isolation")
        .hasMessageContaining("null, and now shared, serial");
    assertThat(results()).containsExactly("1", "1");
  }

  private int cutAtTheThird(Point point) throws LabException {
    if (point.folder.equals("b/1")) {
      children.close();
      throw new LabException("killed");
    }
    return 1;
  }

  private List<String> results() throws Exception {
    return new Archive(folder.resolve(Archive.NAME))
        .read().results().stream().map(Object::toString).toList();
  }

  private int run(Machine machine, boolean resume) throws Exception {
    return run(children, machine, HERE, resume);
  }

  private int run(Children all, Machine machine, Environment environment, boolean resume)
      throws Exception {
    return new ExperimentRunner<>(new Counting(machine), environment, folder, resume)
        .run(all, new PrintWriter(out, true));
  }
}
