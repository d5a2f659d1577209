package tailgate.lab.sweep;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.summary.Claim;

/**
 * What seed 001 has said of a pool with new and with kept connections, beside what came of ours.
 * The seed has measured 10 to 1,000 users; what is outside of that says nothing of it.
 */
record ConnectionClaims(Points opened, Points kept) {

  /** Its few: from here to there the seed serves the same, and of them it names the first. */
  private static final int LEAST_FEW = 10;

  private static final int MOST_FEW = 100;

  private static final int MANY = 1_000;

  /** New connections against kept ones. */
  private static final double TIMES_WITH_FEW = 31_948.0 / 21_994;

  private static final double TIMES_WITH_MANY = 21_531.0 / 19_171;

  /** 1,000 users against the best. */
  private static final double SHARE_OPENED = 1 - 0.33;

  private static final double SHARE_KEPT = 1 - 0.13;

  /** Those for which there are figures. */
  List<Claim> all() {
    return Stream.of(newConnections(), fall()).flatMap(Optional::stream).toList();
  }

  private static boolean few(int users) {
    return users >= LEAST_FEW && users <= MOST_FEW;
  }

  private Optional<Claim> newConnections() {
    Map<Integer, Double> times = timesByUsers();
    if (times.keySet().stream().noneMatch(ConnectionClaims::few)) {
      return Optional.empty();
    }
    String found =
        times.entrySet().stream()
            .map(point -> timesInWords(point.getKey(), point.getValue()))
            .collect(Collectors.joining(", "));
    return Optional.of(
        Claim.of(
            "a pool serves more on new connections than on kept ones (001: 31,948 against 21,994 a"
                + " second with 10 users, 21,531 against 19,171 with 1,000)",
            times.entrySet().stream()
                .allMatch(point -> Claim.reaches(point.getValue(), claimed(point.getKey()))),
            found));
  }

  private Map<Integer, Double> timesByUsers() {
    Map<Integer, Double> times = new TreeMap<>();
    for (SweepResult one : opened.with(u -> u >= LEAST_FEW && u <= MANY).results()) {
      int users = one.run().users();
      kept.at(users)
          .ifPresent(other -> times.put(users, one.measured().perSecond() / other.perSecond()));
    }
    return times;
  }

  /** With more than a few the seed sees less and less of it: of them its least is asked. */
  private static double claimed(int users) {
    return few(users) ? TIMES_WITH_FEW : TIMES_WITH_MANY;
  }

  private static String timesInWords(int users, double times) {
    return String.format(Locale.ROOT, "%.2f times as much with %,d users", times, users);
  }

  private Optional<Claim> fall() {
    return Fall.of(opened).flatMap(first -> Fall.of(kept).map(second -> fall(first, second)));
  }

  private static Claim fall(Fall first, Fall second) {
    return Claim.of(
        "with 1,000 users it serves less than at its best, 33 % less on new connections and 13 %"
            + " less on kept ones (001)",
        Claim.reaches(first.share(), SHARE_OPENED) && Claim.reaches(second.share(), SHARE_KEPT),
        "on new connections %s; on kept ones %s".formatted(first, second));
  }

  /** The most users beside the best of fewer, among which there are a few. */
  private record Fall(Measurement most, Points fewer, SweepResult best) {

    static Optional<Fall> of(Points points) {
      Points fewer = points.with(users -> users >= LEAST_FEW && users < MANY);
      return fewer.has(ConnectionClaims::few)
          ? points.at(MANY).flatMap(most -> fewer.best().map(best -> new Fall(most, fewer, best)))
          : Optional.empty();
    }

    double share() {
      return most.perSecond() / best.measured().perSecond();
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%.0f %% of what %,d are served, the best of %s",
          100 * share(),
          best.run().users(),
          fewer);
    }
  }
}
