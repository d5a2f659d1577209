package tailgate.lab.url;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Quantile;

/**
 * What a load has to achieve: percentiles within a time, and few failures. Immutable.
 *
 * @param terms all of which have to be met
 */
public record ServiceObjective(List<Term> terms) {

  private static final Pattern TERM =
      Pattern.compile("(?:p(50|75|90|95|99|99\\.9|99\\.99)|(failed))=(.+)");
  private static final Pattern SHARE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,4})?)%");

  /**
   * One condition.
   *
   * @param percent the percentile; null for the share of failed requests
   * @param most microseconds, or a percentage
   */
  public record Term(@Nullable Double percent, double most) {}

  /**
   * Whether the objective is met.
   *
   * @param line that says so, and why
   */
  public record Verdict(boolean isMet, String line) {}

  /**
   * Reads an objective such as {@code p99=50ms,failed=0.1%}.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static ServiceObjective parse(String text) {
    List<Term> terms = new ArrayList<>();
    for (String term : text.split(",", -1)) {
      Matcher parts = TERM.matcher(term.strip());
      if (!parts.matches()) {
        throw new IllegalArgumentException(
            ("'%s' is no objective such as p99=50ms or failed=0.1%%; the percentile is p50, p75,"
                    + " p90, p95, p99, p99.9 or p99.99")
                .formatted(term));
      }
      String value = parts.group(3);
      if (parts.group(1) != null) {
        Duration time = RateSteps.time(value);
        terms.add(new Term(Double.valueOf(parts.group(1)), time.toNanos() / 1e3));
      } else {
        Matcher share = SHARE.matcher(value);
        if (!share.matches()) {
          throw new IllegalArgumentException("'%s' is no share such as 0.1%%".formatted(value));
        }
        terms.add(new Term(null, Double.parseDouble(share.group(1))));
      }
    }
    return new ServiceObjective(terms);
  }

  public ServiceObjective {
    terms = List.copyOf(terms);
  }

  /**
   * Judges a load. What is not known is not met.
   *
   * @param failedPercent the share of requests that failed or were not answered, 0 to 100
   */
  Verdict judge(List<Quantile> quantiles, double failedPercent) {
    boolean isMet = true;
    List<String> words = new ArrayList<>();
    for (Term term : terms) {
      Double percent = term.percent;
      if (percent == null) {
        isMet &= failedPercent <= term.most;
        words.add(format("failed %.3g %% (at most %s %%)", failedPercent, plain(term.most)));
        continue;
      }
      Quantile quantile =
          quantiles.stream().filter(q -> q.percent() == percent).findFirst().orElseThrow();
      isMet &= quantile.isKnown() && quantile.isExact() && quantile.micros() <= term.most;
      words.add(
          format(
              "%s %s (at most %s ms)", quantile.name(), found(quantile), plain(term.most / 1e3)));
    }
    String line = "Objective " + (isMet ? "met: " : "missed: ") + String.join(", ", words) + ".";
    return new Verdict(isMet, line);
  }

  private static String found(Quantile quantile) {
    return quantile.isKnown()
        ? quantile.millis() + " ms"
        : format("unknown, as it needs %,d requests", Quantile.leastFor(quantile.percent()));
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? format("%.0f", value) : Double.toString(value);
  }
}
