package tailgate.lab.summary;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;

/** Has a row for each measurement, with the figures that all comparisons show. */
public record SummaryTable(List<Measurement> measurements) {

  private static final List<String> HEAD =
      List.of(
          "stage",
          "answers/s",
          "failed",
          "P50 ms",
          "P90 ms",
          "P95 ms",
          "P99 ms",
          "P99.9 ms",
          "max ms",
          "CPU ms/request",
          "RSS MiB",
          "threads");

  /** This text stands for an unknown figure. */
  private static final String NONE = "–";

  public SummaryTable {
    measurements = List.copyOf(measurements);
  }

  /** Returns the head and all rows. */
  public List<List<String>> rows() {
    return Stream.concat(Stream.of(HEAD), measurements.stream().map(SummaryTable::row)).toList();
  }

  private static List<String> row(Measurement measured) {
    Figures figures = measured.figures();
    return List.of(
        measured.name(),
        measured.requests() == 1 ? NONE : format("%,.1f", measured.perSecond()),
        failures(measured),
        percentile(figures, 50),
        percentile(figures, 90),
        percentile(figures, 95),
        percentile(figures, 99),
        percentile(figures, 99.9),
        figures.hasLatencies() ? figures.millis(100) : NONE,
        cpu(measured.cpuMicrosPerRequest()),
        peak(measured, ServerTimeline.RSS),
        peak(measured, ServerTimeline.THREADS));
  }

  private static String percentile(Figures figures, double percentile) {
    return figures.has(percentile) ? figures.millis(percentile) : NONE;
  }

  private static String failures(Measurement measured) {
    long failed = measured.figures().failed();
    long missing = measured.figures().missing();
    return (failed == 0 ? "0" : format("%,d (%s)", failed, percent(failed, measured.requests())))
        + (missing == 0
            ? ""
            : format(", %,d unanswered (%s)", missing, percent(missing, measured.requests())));
  }

  private static String cpu(OptionalDouble micros) {
    return micros.isEmpty() ? NONE : format("%.2f", micros.getAsDouble() / 1e3);
  }

  private static String peak(Measurement measured, String quantity) {
    return measured.server().knows(quantity)
        ? format("%.0f", measured.server().peak(quantity))
        : NONE;
  }

  static String percent(long part, long all) {
    return format("%.2f %%", 100.0 * part / Math.max(1, all));
  }
}
