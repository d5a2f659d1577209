package tailgate.lab.evolution;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tailgate.lab.jmeter.Load;
import tailgate.lab.load.Measurement;
import tailgate.lab.summary.Claim;
import tailgate.lab.summary.SummaryTable;

/** What seed 004 has said of its servers, beside what came of ours. */
record EvolutionClaims(Load crowd, List<EvolutionResult> results) {

  private static final String NO_CACHE = "none";
  private static final String CACHE = "caffeine";

  /** JMeter's clock: less is no difference. */
  private static final long TICK_MICROS = 1_000;

  /** Those for which there are figures, and only of its own profile. */
  List<Claim> all() {
    if (!crowd.equals(Load.FULL) && !crowd.equals(Load.QUICK)) {
      return List.of();
    }
    Optional<Measurement> one = of("singlethreaded", NO_CACHE);
    Optional<Measurement> pool = of("threadpool", NO_CACHE);
    Optional<Measurement> virtual = of("virtual-threads", NO_CACHE);
    Optional<Measurement> cached = of("virtual-threads", CACHE);
    return Stream.of(
            served(),
            one.flatMap(slow -> pool.map(fast -> heavyTail(slow, fast))),
            pool.flatMap(before -> cached.map(after -> asGood(before, after))),
            virtual.flatMap(before -> cached.map(after -> worthOfACache(before, after))))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Measurement> of(String stage, String cache) {
    return results.stream()
        .filter(EvolutionResult::whole)
        .filter(result -> result.run().equals(new EvolutionRun(stage, cache)))
        .map(EvolutionResult::measured)
        .findFirst();
  }

  private Optional<Claim> served() {
    if (results.isEmpty()) {
      return Optional.empty();
    }
    long failed = results.stream().mapToLong(each -> each.measured().figures().failed()).sum();
    double least =
        results.stream().mapToDouble(each -> each.measured().perSecond()).min().orElse(0);
    double most = results.stream().mapToDouble(each -> each.measured().perSecond()).max().orElse(0);
    return Optional.of(
        Claim.of(
                "all serve 166.7 requests a second, and none fails (004)",
                failed == 0 && Math.abs(least - 166.7) < 2 && Math.abs(most - 166.7) < 2,
                String.format(
                    Locale.ROOT, "%.1f to %.1f a second, %,d failed", least, most, failed))
            .from(results.stream().map(EvolutionResult::measured).toList()));
  }

  private static Claim heavyTail(Measurement slow, Measurement fast) {
    long slowP99 = slow.figures().p99();
    long fastP99 = fast.figures().p99();
    return Claim.of(
            "without a cache one thread has 3 times the P99 of a pool (004: 18 against 6 ms)",
            slowP99 >= 3 * Claim.ENOUGH * fastP99 && slowP99 - fastP99 > TICK_MICROS,
            against(slow, fast))
        .from(List.of(slow, fast));
  }

  private static Claim asGood(Measurement pool, Measurement cached) {
    return Claim.of(
            "virtual threads with a cache have the P99 of a pool without one (004: 6 against 6 ms)",
            Math.abs(cached.figures().p99() - pool.figures().p99()) <= TICK_MICROS,
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
