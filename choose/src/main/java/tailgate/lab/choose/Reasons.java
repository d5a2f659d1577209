package tailgate.lab.choose;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import tailgate.lab.load.Disturbance;
import tailgate.lab.project.PoolSize;

/**
 * Writes the sentences of a recommendation.
 *
 * @param rows all candidates
 * @param pick the candidate that is recommended
 * @param best the candidate with the highest capacity
 */
record Reasons(ChoosePlan plan, List<Row> rows, Choice choice, Row pick, Row best) {

  /** A request that waits for less time hardly waits. */
  private static final double WAITS_MICROS = 1_000;

  private static final double NOTABLE = 1.3;

  static String millis(double micros) {
    return format(
        micros < 1_000 ? "%.2f ms" : micros < 10_000 ? "%.1f ms" : "%.0f ms", micros / 1e3);
  }

  private static String rate(double perSecond) {
    return Capacity.rate(perSecond) + "/s";
  }

  String advice() {
    String reaches =
        "%s keeps %s up to %s%s requests/s"
            .formatted(
                pick.name(),
                plan.objective(),
                pick.capacity().atLeast() ? "at least " : "",
                Capacity.rate(pick.perSecond()));
    if (choice.equal().size() == 1) {
      return "Take " + reaches.replaceFirst(" keeps", ": it keeps") + lead() + ".";
    }
    String others =
        choice.equal().stream()
            .map(row -> "%s (%s)".formatted(row.name(), row.capacity()))
            .collect(joining(", "));
    boolean isEndless = choice.equal().stream().anyMatch(row -> row.isAtLimit(plan.objective()));
    return format(
        "It makes no difference here between %s: they are less than %.0f %% apart, or their"
            + " intervals overlap%s. Take %s: %s%s.",
        others,
        100 * choice.band(),
        isEndless ? ", or reached the limit of the generator" : "",
        Simplicity.isSafe(pick) ? "the simplest of them, " + pick.name() : pick.name(),
        reaches.replaceFirst(".*? keeps", "it keeps"),
        choice
            .next()
            .map(next -> "; the best of the others is %s (%s)".formatted(next.name(), rate(next)))
            .orElse(""));
  }

  /** Says by how much the only one that is best leads the others. */
  private String lead() {
    return choice
        .next()
        .map(
            next ->
                format(
                    ", %s the next, %s (%s)",
                    lead(pick.perSecond(), next.perSecond()), next.name(), rate(next)))
        .orElse("");
  }

  static String rate(Row row) {
    return rate(row.perSecond());
  }

  private static String lead(double first, double second) {
    return second == 0
        ? "and none at all for"
        : first < 3 * second
            ? format("%.0f %% more than", 100 * (first / second - 1))
            : format("%,.0f times as much as", first / second);
  }

  List<String> why() {
    List<String> why = new ArrayList<>();
    rows.forEach(row -> FailedRequests.limitOf(row, plan.objective()).ifPresent(why::add));
    demand().ifPresent(why::add);
    limit().ifPresent(why::add);
    for (Row row : rows) {
      if (!choice.equal().contains(row)) {
        behind(row).ifPresent(why::add);
      }
    }
    poolSize().ifPresent(why::add);
    return why;
  }

  /** Returns the microseconds for which a request holds a worker. */
  private double held(Row row) {
    return Math.min(row.heldMicros(), Row.mostHeldMicros(rows, plan.cores()));
  }

  private double waits() {
    // A server that is nearly idle while requests are served has them wait.
    return Math.max(0, held(pick) - pick.cpuMicros().orElse(0.0));
  }

  private boolean isWaiting() {
    return waits() >= WAITS_MICROS;
  }

  private Optional<String> demand() {
    if (pick.cpuMicros().isEmpty()) {
      return Optional.empty();
    }
    double cpu = pick.cpuMicros().get();
    String cores = plan.cores() == 1 ? "1 core" : plan.cores() + " cores";
    if (!isWaiting()) {
      return Optional.of(
          format(
              "A request computes %s and hardly waits, so threads beyond the %s only take turns.",
              millis(cpu), plan.cores() == 1 ? "core" : cores));
    }
    return Optional.of(
        format(
            "A request waits %s and computes %s, so it holds a worker %,.0f times as long as a"
                + " core: some %,d workers keep %s busy, a quarter of them to spare (Little's"
                + " law).",
            millis(waits()),
            millis(cpu),
            Sizing.timesLonger(held(pick), cpu),
            Sizing.forCores(plan.cores(), held(pick), cpu),
            cores));
  }

  /** Says what ended the climb of the best. */
  private Optional<String> limit() {
    if (FailedRequests.of(best, plan.objective()).areLimit()) {
      return Optional.empty();
    }
    if (best.lacksConnections(plan.objective())) {
      return Optional.of(
          format(
              "%s was not driven to its limit: at %s all %,d connections of the generator were in"
                  + " use.",
              best.name(), rate(best.perSecond()), ChoosePlan.MOST_CONNECTIONS));
    }
    if (best.isAtLimit(plan.objective())) {
      return Optional.of(
          ("%s was not driven to its limit: %s is about the highest rate at which this generator"
                  + " can be believed.")
              .formatted(best.name(), rate(best.perSecond())));
    }
    if (isLate(best) && !isEndedByItsSize(best)) {
      return Optional.of(
          "What ended the climb of %s is not known, because the generator itself was late there."
              .formatted(best.name()));
    }
    return best.arm()
        .cores()
        .map(
            used ->
                format(
                    "At its capacity %s used %.1f of %d cores: %s.",
                    best.name(), used, plan.cores(), limitBut(best)));
  }

  private String limitBut(Row row) {
    if (row.arm().atCapacity().filter(step -> step.usesAll(plan.cores())).isPresent()) {
      return "they are the limit";
    }
    if (row.arms().stream().anyMatch(Reasons::isThrottled)) {
      return "the limit is the quota of the container";
    }
    return "the limit is not the cores, but "
        + (isEndedByItsSize(row)
            ? "the number of its workers"
            : "something that requests wait for, in the handler or behind it");
  }

  private static boolean isThrottled(Arm arm) {
    return arm.disturbance() != null
        && arm.disturbance().ofThrottled() == Disturbance.Degree.TOO_MUCH;
  }

  private boolean isEndedByItsSize(Row row) {
    Integer workers = row.arm().workers();
    return workers != null && Sizing.isFull(row.capacity(), workers, row.heldMicros());
  }

  /** Says why a candidate can do less; empty if the figures do not say. */
  private Optional<String> behind(Row row) {
    if (FailedRequests.of(row, plan.objective()).areLimit()) {
      return Optional.empty();
    }
    double held = row.heldMicros();
    boolean isServing = row.stage().equals("singlethreaded");
    // A server that did more than this is not held up by the time that its requests take.
    boolean isBound = row.perSecond() * held <= 1e6 * (isServing ? 1 : plan.cores());
    if (isServing && isBound) {
      return Optional.of(
          "%s answers one request after the other: 1 / %s = %s at most, with an endless queue."
              .formatted(row.name(), millis(held), rate(1e6 / held)));
    }
    if (row.stage().equals("event-loop") && held >= WAITS_MICROS && isBound) {
      return Optional.of(
          format(
              "%s has a reactor for each core, and a request keeps it for %s: %d / %s = %s at"
                  + " most.",
              row.name(),
              millis(held),
              plan.cores(),
              millis(held),
              rate(plan.cores() * 1e6 / held)));
    }
    Integer workers = row.arm().workers();
    if (workers != null && isEndedByItsSize(row)) {
      return Optional.of(
          format(
              "%s ends where all workers are busy: %,d / %s = %s.",
              row.name(), workers, millis(held), rate(workers * 1e6 / held)));
    }
    return row.cpuMicros()
        .flatMap(
            cpu ->
                best.cpuMicros()
                    .filter(bests -> cpu > bests * (1 + choice.band()))
                    .map(
                        bests ->
                            format(
                                "%s needs %,.0f µs of processor time for a request, %s %,.0f µs.",
                                row.name(), cpu, best.name(), bests)));
  }

  /** Says what the pools should be told. */
  private Optional<String> poolSize() {
    boolean hasPool = rows.stream().anyMatch(row -> PoolSize.of(row.stage()).isPresent());
    if (!hasPool || pick.heldMicros() <= 0) {
      return Optional.empty();
    }
    int wanted = Sizing.forRate(best.perSecond(), held(best));
    int usual = PoolSize.FIXED.usual();
    boolean isAsGood =
        choice.equal().stream()
            .anyMatch(row -> row.stage().equals("threadpool") && !row.arm().sized());
    long busy = Math.max(1, Math.round(best.perSecond() * held(best) / 1e6));
    boolean isEnough = wanted <= usual || (isAsGood && busy <= usual);
    if (isAsGood && !isEnough) {
      return Optional.empty(); // measured as good, although the law asks for more
    }
    return Optional.of(
        isEnough
            ? format(
                "Pool size: at %s %s busy (Little's law), so the default of %d is enough.",
                rate(best.perSecond()),
                busy == 1 ? "1 worker is" : format("some %,d workers are", busy),
                usual)
            : format(
                "Pool size: a fixed pool needs some %,d workers at %s, a quarter of them to spare"
                    + " (--workers %d); its default of %d is too small.",
                wanted, rate(best.perSecond()), wanted, usual));
  }

  List<String> certainty(OptionalDouble noise) {
    List<String> all = new ArrayList<>();
    int climbs = best.capacity().held().size();
    all.add(
        climbs == 1
            ? format(
                "One climb for each candidate, to %.0f %%: a first impression.%s",
                100 * (plan.resolution() - 1),
                plan.isThorough() ? "" : " Without --quick climbs are repeated.")
            : format(
                "%d climbs for each candidate; %s was between %s and %s.",
                climbs,
                best.name(),
                rate(best.capacity().interval().low()),
                rate(best.capacity().interval().high())));
    noise.ifPresent(
        share ->
            all.add(format("The same stage measured twice differed by %.1f %%.", 100 * share)));
    all.addAll(doubts());
    few().ifPresent(all::add);
    List<String> unsteady =
        rows.stream()
            .filter(row -> row.arms().stream().anyMatch(Reasons::isUnsteady))
            .map(Row::name)
            .toList();
    if (!unsteady.isEmpty()) {
      all.add("Had not settled when they were measured: " + String.join(", ", unsteady) + ".");
    }
    missing().ifPresent(all::add);
    return all;
  }

  /** Names candidates that answer so little that a step has few requests. */
  private Optional<String> few() {
    String names =
        rows.stream()
            .filter(row -> !row.capacity().isNone() && !plan.hasEnough(row.perSecond()))
            .map(Row::name)
            .collect(joining(", "));
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            format(
                "Roughly, because a step had fewer than %d requests: %s.",
                ChoosePlan.ENOUGH, names));
  }

  /** Names stages of which there is no result, because their run failed or was cut. */
  private Optional<String> missing() {
    List<String> missing = new ArrayList<>(plan.stages());
    rows.forEach(row -> missing.remove(row.stage()));
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of("Without a result, and so not compared: " + String.join(", ", missing) + ".");
  }

  private static boolean isUnsteady(Arm arm) {
    return arm.settled() != null && !arm.settled().settled();
  }

  private boolean isLate(Row row) {
    return row.isLate(plan.objective());
  }

  private List<String> doubts() {
    List<String> doubts = new ArrayList<>();
    for (Flaw flaw : Flaw.values()) {
      String names =
          rows.stream()
              .filter(row -> row.flaws(plan.objective()).contains(flaw))
              .map(Row::name)
              .collect(joining(", "));
      if (!names.isEmpty()) {
        doubts.add("In doubt, because %s: %s.".formatted(flaw.words(), names));
      }
    }
    String open = choice.open().stream().map(Row::name).collect(joining(", "));
    if (!open.isEmpty()) {
      doubts.add("May do more than was tried: " + open + ".");
    }
    return doubts;
  }

  List<String> changes() {
    List<String> all = new ArrayList<>();
    if (isWaiting()) {
      all.add(
          "More cores: a pool needs more workers in proportion; virtual threads need no other"
              + " number.");
      all.add("Longer waits: a pool of N workers ends at N / wait, and needs more of them.");
    } else {
      all.add("A handler that waits: then one reactor or few workers are no longer enough.");
    }
    all.add(
        "A bound behind the handler, such as K connections of a database: every model ends at K /"
            + " its time.");
    memory().ifPresent(all::add);
    return all;
  }

  private Optional<String> memory() {
    Comparator<Row> byMemory = Comparator.comparingDouble(Reasons::mib);
    List<Row> known = choice.equal().stream().filter(row -> mib(row) > 0).toList();
    Optional<Row> most = known.stream().max(byMemory);
    Optional<Row> least = known.stream().min(byMemory);
    return most.filter(row -> mib(row) > NOTABLE * mib(least.orElseThrow()))
        .map(
            row ->
                format(
                    "Little memory: %s had %,.0f MiB at its capacity, %s %,.0f MiB.",
                    row.name(), mib(row), least.get().name(), mib(least.get())));
  }

  private static double mib(Row row) {
    return row.arm().atCapacity().flatMap(step -> Optional.ofNullable(step.mib())).orElse(0.0);
  }
}
