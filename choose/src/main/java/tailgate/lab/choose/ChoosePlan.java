package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;

/**
 * Says what is to be chosen, and how.
 *
 * @param handler text for people, such as {@code a handler that waits 20ms}
 * @param arguments the arguments of every server: the handler
 * @param own the further arguments of single stages
 * @param path the path of every request, unless there is something else that is sent; each server
 *     has to answer it with 200
 * @param fileSize of the file with this path, which is then the only one; null for the sample site
 * @param keepAlive whether connections are used again, by stages that can have several
 * @param cores the number of cores of the server
 * @param sent what is sent, in words, such as {@code POST /orders}; null for a GET of the path
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
    int cores,
    @Nullable String sent) {

  /** This file is requested if the user names none. */
  public static final String PATH = "/data.json";

  /** The generator never opens more connections. */
  public static final int MOST_CONNECTIONS = 2_000;

  /** A request has failed after this time. */
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** So many requests say something about a percentile. */
  static final int ENOUGH = 100;

  /**
   * An overload takes at least so many times as long as the objective: few of those who wait in a
   * queue are answered in time then. So does a step of the full form: a queue that grows by a
   * quarter has missed the objective then.
   */
  static final int OBJECTIVES = 4;

  /** If a step of the quick form takes so long, a climb has fewer of them. */
  private static final Duration LONG = Duration.ofSeconds(2);

  public ChoosePlan {
    stages = List.copyOf(stages);
    arguments = List.copyOf(arguments);
    if (stages.isEmpty()) {
      throw new IllegalArgumentException("there is at least one stage");
    }
  }

  /** Returns the plan for a server that has so many cores. */
  public ChoosePlan on(int newCores) {
    return new ChoosePlan(
        objective, stages, handler, arguments, own, path, fileSize, keepAlive, pace, blocks,
        newCores, sent);
  }

  /** Returns how long a step at a rate is: until enough requests have arrived, or the longest. */
  Duration step(double rate) {
    return enough(rate, step());
  }

  /** Returns how long a part of a load is that lasts at least so long. */
  Duration enough(double rate, Duration least) {
    return Duration.ofMillis(
        Math.clamp(
            (long) Math.ceil(ENOUGH / rate * 1e3), least.toMillis(), longest(least).toMillis()));
  }

  /** Returns about how long one stage takes: so many steps, and what does not depend on them. */
  Duration perRun() {
    return isThorough()
        ? Duration.ofSeconds(20).plus(step().multipliedBy(50))
        : Duration.ofSeconds(9).plus(step().multipliedBy(14));
  }

  /** Returns whether enough requests arrive in the longest step at a rate. */
  boolean hasEnough(double rate) {
    return rate * longest(step()).toMillis() >= ENOUGH * 1e3;
  }

  /** Returns the least time of a step: a growing queue shows, unlike a latency that is allowed. */
  Duration step() {
    return longer(
        pace.step(), objectives(Objects.requireNonNullElse(pace.objectives(), OBJECTIVES)));
  }

  /** Returns the resolution at which a climb ends: a coarser one if a step takes seconds. */
  double resolution() {
    boolean isCoarse = !isThorough() && pace.objectives() != null && step().compareTo(LONG) >= 0;
    return isCoarse ? Math.max(pace.resolution(), Pace.BRIEF.resolution()) : pace.resolution();
  }

  /** Returns the time above the capacity, in which the objective can be missed. */
  Duration overload(double capacity) {
    return enough(capacity, longer(pace.overload(), objectives(OBJECTIVES)));
  }

  /** Returns whether there is an overload, with enough requests to say something. */
  boolean overloads(double capacity) {
    return pace.overloads() && capacity * overload(capacity).toMillis() >= ENOUGH * 1e3;
  }

  /** Returns whether the overload is at twice the capacity, too. */
  boolean overloadsTwice() {
    return isThorough();
  }

  /** Returns the time at half of the capacity that follows: all that has piled up is answered. */
  Duration recovery(Duration overload) {
    int quarters = overloadsTwice() ? 10 : 5;
    return longer(pace.recovery(), overload.multipliedBy(quarters).dividedBy(4));
  }

  /** Returns the time of a warm-up round: its second half has answers of slow handlers, too. */
  Duration round() {
    return longer(pace.round(), objectives(isThorough() ? 2 : 1.5));
  }

  Duration warmUp(int rounds) {
    return longer(pace.warmUp(), round().multipliedBy(rounds + 1L));
  }

  private Duration longest(Duration least) {
    return pace.objectives() == null
        ? least.multipliedBy(pace.longest())
        : longer(pace.step().multipliedBy(pace.longest()), least);
  }

  private Duration objectives(double count) {
    return Duration.ofNanos(Math.round(count * objective.micros() * 1_000));
  }

  private static Duration longer(Duration first, Duration second) {
    return first.compareTo(second) > 0 ? first : second;
  }

  /** Returns the time for the climbs of one server: as many steps as the pace has time for. */
  Duration climbing() {
    return pace.climbing().multipliedBy(step().toMillis()).dividedBy(pace.step().toMillis());
  }

  List<ChooseRun> runs() {
    return ChooseRun.all(stages, blocks, isThorough());
  }

  /** Joins the handler, what is tried, and what the user has added, which is preferred to both. */
  List<String> argumentsOf(String stage, List<String> tried) {
    List<String> all =
        new ArrayList<>(List.of("--drain-timeout", "1s", "--stop-grace", "0s", "--server-timing"));
    all.addAll(arguments);
    all.addAll(tried);
    return own.of(stage, all);
  }

  /** Returns whether climbs are repeated and an A/A arm is measured. */
  boolean isThorough() {
    return pace.repeats() > 0;
  }

  /** Returns what is asked, as {@code GET /data.json}. */
  public String asks() {
    return sent == null ? "GET " + path : sent;
  }

  String load() {
    String size = fileSize == null ? "" : format(" (%,d bytes)", fileSize);
    String added = own.byStage().isEmpty() ? "" : "; with --stage-args " + own;
    return format(
            "%s; Hyperfoil, open model, Poisson arrivals, %s%s, %s connections; steps of %.1f"
                + " s;",
            handler, asks(), size, keepAlive ? "kept" : "new", step().toMillis() / 1e3)
        + " "
        + blocks
        + added;
  }
}
