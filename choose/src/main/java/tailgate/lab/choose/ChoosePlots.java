package tailgate.lab.choose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Kind;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Scale;
import tailgate.lab.report.Chart.Series;

/** Draws the candidates as lines over the rate of arrivals. */
record ChoosePlots(Objective objective, List<Row> rows) {

  List<Chart> all() {
    return List.of(hockeySticks(), goodput());
  }

  /** Draws latency over rate, with the objective as a line. */
  private Chart hockeySticks() {
    List<Series> lines = lines(rows, false, Arm::all, step -> step.tail() / 1e3);
    List<Series> all = new ArrayList<>(lines);
    double limit = objective.micros() / 1e3;
    all.add(
        new Series(
            "objective",
            "objective",
            true,
            List.of(new Point(least(), limit), new Point(most(), limit))));
    return new Chart(
        Kind.RATE, objective.name() + " at each rate", "ms", Scale.LOGARITHMIC, all, List.of());
  }

  /** Draws what is answered in time, also of what is too much. */
  private Chart goodput() {
    List<Row> rejecting = rows.stream().filter(row -> row.arm().rejecting() != null).toList();
    List<Series> all = new ArrayList<>(lines(rows, false, Arm::all, Step::goodput));
    all.addAll(lines(rejecting, true, ChoosePlots::rejecting, Step::goodput));
    all.add(
        new Series(
            "all of them",
            "objective",
            true,
            rates().distinct().sorted().map(rate -> new Point(rate, rate)).toList()));
    return new Chart(
        Kind.RATE,
        "Answers within the objective"
            + (rejecting.isEmpty() ? "" : " (dashed: with --overload reject)"),
        "per second",
        Scale.LINEAR,
        all,
        List.of());
  }

  private static Stream<Step> rejecting(Arm arm) {
    Aftermath after = arm.rejecting();
    return after == null ? Stream.of() : after.steps();
  }

  private interface StepsOf {
    Stream<Step> of(Arm arm);
  }

  private static List<Series> lines(
      List<Row> rows, boolean dashed, StepsOf steps, ToDoubleFunction<Step> figure) {
    return rows.stream()
        .map(
            row ->
                new Series(
                    row.name() + (dashed ? ", reject" : ""),
                    row.name(),
                    dashed,
                    row.arms().stream()
                        .flatMap(steps::of)
                        .filter(step -> step.arrivals() > 0)
                        .sorted(Comparator.comparingDouble(Step::rate))
                        .map(step -> new Point(step.rate(), figure.applyAsDouble(step)))
                        .toList()))
        .filter(line -> !line.points().isEmpty())
        .toList();
  }

  private double least() {
    return rates().min(Double::compare).orElse(1.0);
  }

  private double most() {
    return rates().max(Double::compare).orElse(1.0);
  }

  private Stream<Double> rates() {
    return rows.stream().flatMap(row -> row.arms().stream()).flatMap(Arm::all).map(Step::rate);
  }
}
