package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;

/**
 * What is to be chosen, and how.
 *
 * @param handler for people, such as {@code a handler that waits 20ms}
 * @param arguments of every server: the handler
 * @param own further arguments of single stages
 * @param path of every request
 * @param fileSize of the file with this path, which is then the only one; null for the sample site
 * @param keepAlive whether connections are used again, by stages that can have several
 * @param cores of the server
 */
public record ChoosePlan(
    Objective objective,
    List<String> stages,
    String handler,
    List<String> arguments,
    StageArguments own,
    String path,
    @Nullable Long fileSize,
    boolean keepAlive,
    Pace pace,
    Blocks blocks,
    int cores) {

  /** What is requested if the user does not say. */
  public static final String PATH = "/data.json";

  /** Connections of the generator: more are never opened. */
  public static final int MOST_CONNECTIONS = 2_000;

  /** After which a request has failed. */
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Requests that say something about a percentile. */
  static final int ENOUGH = 100;

  /** Of which a step is at least as long. */
  private static final int OBJECTIVES = 4;

  public ChoosePlan {
    stages = List.copyOf(stages);
    arguments = List.copyOf(arguments);
    if (stages.isEmpty()) {
      throw new IllegalArgumentException("there is at least one stage");
    }
  }

  /** The same for a server with so many cores. */
  public ChoosePlan on(int itsCores) {
    return new ChoosePlan(
        objective, stages, handler, arguments, own, path, fileSize, keepAlive, pace, blocks,
        itsCores);
  }

  /** A step at a rate: until enough requests have arrived, if that does not take too long. */
  Duration step(double rate) {
    return enough(rate, step());
  }

  /** The same for a part of a load that lasts so long at least. */
  Duration enough(double rate, Duration least) {
    return Duration.ofMillis(
        Math.clamp(
            (long) Math.ceil(ENOUGH / rate * 1e3),
            least.toMillis(),
            pace.longest() * least.toMillis()));
  }

  /** Whether enough requests arrive in the longest step at a rate. */
  boolean hasEnough(double rate) {
    return rate * pace.longest() * step().toMillis() >= ENOUGH * 1e3;
  }

  /** At least: long enough to tell a queue that grows from a latency that is allowed. */
  Duration step() {
    return longer(pace.step(), Duration.ofNanos(OBJECTIVES * objective.micros() * 1_000));
  }

  /** A stretch above the capacity: as long as a step, so that it can miss the objective. */
  Duration overload(double capacity) {
    return enough(capacity, longer(pace.overload(), step()));
  }

  /** Whether there is such a stretch, in which enough requests arrive to say something. */
  boolean overloads(double capacity) {
    return pace.overloads() && capacity * overload(capacity).toMillis() >= ENOUGH * 1e3;
  }

  /** What follows it: at half of the capacity, all that has piled up is answered meanwhile. */
  Duration recovery(Duration overload) {
    return longer(pace.recovery(), overload.multipliedBy(5).dividedBy(2));
  }

  /** A round of the warm-up: its second half counts, and has answers of a slow handler, too. */
  Duration round() {
    return longer(pace.round(), Duration.ofNanos(2 * objective.micros() * 1_000));
  }

  /** The whole warm-up. */
  Duration warmUp(int rounds) {
    return longer(pace.warmUp(), round().multipliedBy(rounds + 1L));
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** The time for the climbs of one server: as many steps as the pace has time for. */
  Duration climbing() {
    return pace.climbing().multipliedBy(step().toMillis()).dividedBy(pace.step().toMillis());
  }

  List<ChooseRun> runs() {
    return ChooseRun.all(stages, blocks, isThorough());
  }

  /** The handler, what is tried, and what the user has added, which is preferred to both. */
  List<String> argumentsOf(String stage, List<String> tried) {
    List<String> all = new ArrayList<>(List.of("--drain-timeout", "1s", "--stop-grace", "0s"));
    all.addAll(arguments);
    all.addAll(tried);
    return own.of(stage, all);
  }

  /** Whether climbs are repeated and an A/A arm is measured. */
  boolean isThorough() {
    return pace.repeats() > 0;
  }

  /** For people. */
  String load() {
    String size = fileSize == null ? "" : format(" (%,d bytes)", fileSize);
    String more = own.byStage().isEmpty() ? "" : "; with --stage-args " + own;
    return format(
            "%s; Hyperfoil, open model, Poisson arrivals, GET %s%s, %s connections; steps of %.1f"
                + " s;",
            handler, path, size, keepAlive ? "kept" : "new", step().toMillis() / 1e3)
        + " "
        + blocks
        + more;
  }
}
