package tailgate.lab.evolution;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tailgate.lab.jmeter.RampUpLoad;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Stages;
import tailgate.lab.summary.Claim;
import tailgate.lab.summary.SummaryTable;

/** What seed 004 has said of its servers, beside what came of ours. */
record EvolutionClaims(RampUpLoad crowd, List<EvolutionResult> results) {

  private static final String NO_CACHE = "none";
  private static final String CACHE = "caffeine";

  /** Who "all" are: a run that is missing may be of a stage that has not served. */
  private static final List<EvolutionRun> ALL =
      EvolutionRun.all(Stages.ALL, List.of(CACHE, NO_CACHE));

  /** JMeter's clock: less is no difference. */
  private static final long TICK_MICROS = 1_000;

  /** The rate at which users arrive, and how near to it a stage has to be. */
  private static final double ARRIVALS = 166.7;

  private static final double NEAR = 2;

  /** Those for which there are figures, and only of its own profile. */
  List<Claim> all() {
    if (crowd.equals(RampUpLoad.FULL)) {
      return Stream.concat(made(), Claim.silent(whole()).stream()).toList();
    }
    // The P99 of 500 requests is the fifth slowest, and one pause of 40 ms delays seven.
    return crowd.equals(RampUpLoad.QUICK)
        ? made().map(claim -> claim.withoutVerdict("a quick look is too short for one")).toList()
        : List.of();
  }

  private Stream<Claim> made() {
    Optional<Measurement> one = of("singlethreaded", NO_CACHE);
    Optional<Measurement> pool = of("threadpool", NO_CACHE);
    Optional<Measurement> virtual = of("virtual-threads", NO_CACHE);
    Optional<Measurement> cached = of("virtual-threads", CACHE);
    return Stream.of(
            served(),
            one.flatMap(slow -> pool.map(fast -> heavyTail(slow, fast))),
            pool.flatMap(before -> cached.map(after -> asGood(before, after))),
            virtual.flatMap(before -> cached.map(after -> worthOfACache(before, after))))
        .flatMap(Optional::stream);
  }

  /** Of runs that were not cut short. */
  private List<Measurement> whole() {
    return results.stream().filter(EvolutionResult::whole).map(EvolutionResult::measured).toList();
  }

  private Optional<Measurement> of(String stage, String cache) {
    return results.stream()
        .filter(EvolutionResult::whole)
        .filter(result -> result.run().equals(new EvolutionRun(stage, cache)))
        .map(EvolutionResult::measured)
        .filter(Claim::speaks)
        .findFirst();
  }

  private Optional<Claim> served() {
    List<Measurement> whole = whole();
    if (whole.isEmpty()) {
      return Optional.empty();
    }
    long there = ALL.stream().filter(this::hasWhole).count();
    return Optional.of(
        there == ALL.size()
            ? served(whole)
            : served(whole)
                .withoutVerdict("only %d of its %d runs are there".formatted(there, ALL.size())));
  }

  private static Claim served(List<Measurement> whole) {
    long failed = whole.stream().mapToLong(each -> each.figures().failed()).sum();
    DoubleSummaryStatistics rates =
        whole.stream().mapToDouble(Measurement::perSecond).summaryStatistics();
    double least = rates.getMin();
    double most = rates.getMax();
    return Claim.of(
            "all serve 166.7 requests a second, and none fails (004)",
            failed == 0 && ARRIVALS - least < NEAR && most - ARRIVALS < NEAR,
            String.format(Locale.ROOT, "%.1f to %.1f a second, %,d failed", least, most, failed))
        .from(whole);
  }

  private boolean hasWhole(EvolutionRun run) {
    return results.stream().anyMatch(result -> result.whole() && result.run().equals(run));
  }

  private static Claim heavyTail(Measurement slow, Measurement fast) {
    long slowP99 = slow.figures().p99();
    long fastP99 = fast.figures().p99();
    // Less than a tick is none on this clock, and cannot be divided by.
    double times = (double) slowP99 / Math.max(TICK_MICROS, fastP99);
    return Claim.of(
            "without a cache one thread has 3 times the P99 of a pool (004: 18 against 6 ms)",
            Claim.reaches(times, 3) && slowP99 - fastP99 > TICK_MICROS,
            against(slow, fast))
        .from(List.of(slow, fast));
  }

  private static Claim asGood(Measurement pool, Measurement cached) {
    return Claim.of(
            "virtual threads with a cache have no longer a P99 than a pool without one (004: 6"
                + " against 6 ms)",
            cached.figures().p99() - pool.figures().p99() <= TICK_MICROS,
            against(cached, pool))
        .from(List.of(cached, pool));
  }

  private static Claim worthOfACache(Measurement without, Measurement with) {
    return Claim.of(
            "a cache takes the tail from virtual threads (004: \"Heavy Tail? No\", no figure)",
            without.figures().p99() - with.figures().p99() > TICK_MICROS,
            "P99 " + against(with, without))
        .from(List.of(with, without));
  }

  private static String against(Measurement one, Measurement other) {
    return "%s against %s ms"
        .formatted(
            SummaryTable.millis(one.figures().p99()), SummaryTable.millis(other.figures().p99()));
  }
}
