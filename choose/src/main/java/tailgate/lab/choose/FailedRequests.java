package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Failures;
import tailgate.lab.load.LoggedException;

/**
 * Counts the requests of a candidate that failed, at the rates up to the one that ended its climb:
 * at all rates if none held.
 *
 * @param arrivals the requests that were due
 * @param failed those of them that failed
 * @param causes why they failed; none in old results
 * @param areLimit whether they ended the climb, and not the time that answers took
 * @param areBelow whether too many failed at lower rates too
 * @param log the log of the server, with the exceptions that explain them; null if there are none
 */
record FailedRequests(
    long arrivals,
    long failed,
    Failures causes,
    boolean areLimit,
    boolean areBelow,
    @Nullable ServerLog log) {

  private static final int MOST_CAUSES = 3;

  /** If so many failures are expected and there is none, that was hardly chance. */
  private static final double TELLING = 3;

  /** A server answers with this status if its handler has thrown an exception. */
  private static final String ERROR = "500";

  static FailedRequests of(Row row, Objective objective) {
    List<Step> steps = steps(row);
    double end = end(row, objective);
    boolean isNone = row.capacity().isNone();
    List<Step> last = steps.stream().filter(step -> isNone || step.rate() == end).toList();
    List<Step> counted = steps.stream().filter(step -> isNone || step.rate() <= end).toList();
    boolean areLimit = last.stream().anyMatch(step -> step.isMissedByFailures(objective));
    return new FailedRequests(
        sum(counted, Step::arrivals),
        sum(counted, Step::failed),
        counted.stream()
            .flatMap(step -> Stream.ofNullable(step.failures()))
            .reduce(Failures.NONE, Failures::and),
        areLimit,
        isNone ? areLimit : areTooMany(below(row, objective)),
        row.arms().stream()
            .flatMap(arm -> Stream.ofNullable(arm.log()))
            .filter(log -> !log.exceptions().isEmpty())
            .findFirst()
            .orElse(null));
  }

  private static List<Step> steps(Row row) {
    return row.arms().stream().flatMap(arm -> arm.steps().stream()).toList();
  }

  /** Returns the rate that ended the climb of a candidate. */
  private static double end(Row row, Objective objective) {
    return steps(row).stream()
        .filter(step -> step.rate() > row.perSecond() && !step.holds(objective))
        .mapToDouble(Step::rate)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static List<Step> below(Row row, Objective objective) {
    double end = end(row, objective);
    return steps(row).stream().filter(step -> step.rate() < end).toList();
  }

  /** Returns whether too many requests failed; one of few may fail by chance. */
  private static boolean areTooMany(List<Step> steps) {
    long failed = sum(steps, Step::failed);
    return failed > 1 && failed > Step.MOST_FAILED * sum(steps, Step::arrivals);
  }

  private static long sum(List<Step> steps, ToLongFunction<Step> of) {
    return steps.stream().mapToLong(of).sum();
  }

  /**
   * Returns the rows without capacities if the handler fails at every rate and stage: a short step
   * in which no request failed has held by chance. It does not if other rows together were asked
   * often enough without failures.
   */
  static List<Row> withoutChance(List<Row> rows, Objective objective) {
    List<FailedRequests> broken =
        rows.stream().map(row -> of(row, objective)).filter(FailedRequests::areBelow).toList();
    double share =
        (double) broken.stream().mapToLong(FailedRequests::failed).sum()
            / Math.max(1, broken.stream().mapToLong(FailedRequests::arrivals).sum());
    long sound =
        rows.stream()
            .filter(row -> !row.capacity().isNone() && !of(row, objective).areBelow)
            .mapToLong(row -> sum(below(row, objective), Step::arrivals))
            .sum();
    boolean hasSound = sound * share >= TELLING;
    return broken.isEmpty() || hasSound
        ? rows
        : rows.stream().map(row -> new Row(row.name(), Capacity.NONE, row.arms())).toList();
  }

  /** Returns a sentence on a candidate whose climb was ended by failures; empty for all others. */
  static Optional<String> limitOf(Row row, Objective objective) {
    return Optional.of(of(row, objective))
        .filter(FailedRequests::areLimit)
        .map(failed -> "%s: %s.".formatted(row.name(), failed.inWords()));
  }

  /** Returns the share that failed, as {@code 0.5 %}; a dash if none did. */
  String share() {
    return failed == 0 ? "–" : share(failed);
  }

  private String share(long count) {
    double percent = 100.0 * count / Math.max(1, arrivals);
    return percent < 0.01
        ? "< 0.01 %"
        : format(percent < 0.1 ? "%.2f %%" : percent < 10 ? "%.1f %%" : "%.0f %%", percent);
  }

  /**
   * Says what the requests failed with, and why, as {@code 0.5 % of the answers were 500:
   * `IllegalStateException: boom`, first in block-1/threadpool/server.log line 3}.
   */
  String inWords() {
    if (causes.byCause().isEmpty()) {
      return share(failed) + " of the requests failed";
    }
    String words =
        causes.byCause().entrySet().stream()
            .limit(MOST_CAUSES)
            .map(this::inWords)
            .collect(Collectors.joining("; "));
    return log == null || causes.byCause().containsKey(ERROR)
        ? words
        : words + "; the server has logged " + logged(log);
  }

  private String inWords(Map.Entry<String, Long> cause) {
    String share = share(cause.getValue());
    return switch (cause.getKey()) {
      case Failures.NO_ANSWER -> share + " of the requests had no answer in time";
      case Failures.CLOSED -> share + " of the requests had their connection closed";
      case Failures.NO_CONNECTION -> share + " of the requests could not connect";
      case Failures.NOT_SENT -> share + " of the requests were not sent by the generator";
      case String s when s.startsWith(Failures.BROKEN) -> share + " of the requests had their " + s;
      default -> {
        String were = "%s of the answers were %s".formatted(share, cause.getKey());
        yield log != null && cause.getKey().equals(ERROR) ? were + ": " + logged(log) : were;
      }
    };
  }

  private static String logged(ServerLog log) {
    LoggedException first = log.exceptions().get(0);
    int others = log.exceptions().size() - 1;
    String rest =
        others == 0 ? "" : others == 1 ? ", and another kind" : format(", and %d others", others);
    return format("`%s`, first in %s line %d%s", first, log.file(), first.line(), rest);
  }
}
