package tailgate.lab.overload;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import tailgate.lab.claim.Evaluator;
import tailgate.lab.claim.Verdict;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Text;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Band;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.summary.BlockTable;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;

/** What the results of the experiment on overload say. */
public record OverloadReport(OverloadPlan plan, List<OverloadResult> results) implements Report {

  public OverloadReport {
    results = List.copyOf(results);
  }

  @Override
  public String title() {
    return "Overload";
  }

  @Override
  public String question() {
    return "More requests than a server can answer: how many are still answered in time?";
  }

  @Override
  public String load() {
    List<SteadyState> states =
        results.stream().map(OverloadResult::settled).filter(Objects::nonNull).toList();
    return format(
        "Hyperfoil, open model, GET %s; %s the capacity of each server, each for %s s; the pulse is"
            + " 2x for %s s, between 0.5x; clients give up after %d ms; %s%s%s",
        OverloadPlan.PATH,
        plan.loads().stream().map(OverloadResult::inWords).collect(Collectors.joining(", ")),
        plan.step().toMillis() / 1e3,
        plan.pulse().toMillis() / 1e3,
        plan.patience().toMillis(),
        plan.blocks(),
        plan.more().byStage().isEmpty() ? "" : "; added: " + plan.more(),
        states.isEmpty()
            ? ""
            : format(
                "; in %d of %d runs the server had settled",
                states.stream().filter(SteadyState::settled).count(), states.size()));
  }

  /** The blocks of each arm with each handler, in the order of the plan; the A/A arms last. */
  private List<List<OverloadResult>> arms() {
    Map<String, List<OverloadResult>> arms = new LinkedHashMap<>();
    plan.arms().forEach(run -> arms.put(run.name(), new ArrayList<>()));
    results.forEach(
        result -> arms.computeIfAbsent(result.run().name(), n -> new ArrayList<>()).add(result));
    return arms.values().stream().filter(arm -> !arm.isEmpty()).toList();
  }

  private OverloadTable tables() {
    return new OverloadTable(plan, arms());
  }

  @Override
  public List<Measurement> measurements() {
    return arms().stream()
        .filter(arm -> !arm.get(0).run().twin())
        .map(arm -> BlockTable.middle(arm, OverloadResult::measured).measured())
        .toList();
  }

  @Override
  public List<Measurement> allRuns() {
    return results.stream().map(OverloadResult::measured).toList();
  }

  /** Stretch by stretch: one that was late does not spoil the others of its run. */
  @Override
  public Optional<String> generator() {
    long patienceMicros = plan.patience().toNanos() / 1_000;
    List<OverloadPoint> all = results.stream().flatMap(OverloadResult::stretches).toList();
    long[] lags = all.stream().mapToLong(OverloadPoint::lagP99Micros).sorted().toArray();
    if (lags.length == 0) {
      return Optional.empty();
    }
    double share =
        results.stream()
            .mapToDouble(OverloadResult::ceilingShare)
            .filter(known -> !Double.isNaN(known))
            .max()
            .orElse(Double.NaN);
    return Optional.of(
        format(
            "the P99 of its lag was %s ms in the median of %,d stretches of the load, at most %s;"
                + " %d of them do not count because it was late; %,d requests found no user%s",
            Text.millis(lags[lags.length / 2]),
            lags.length,
            Text.millis(lags[lags.length - 1]),
            all.stream().filter(point -> point.wasLate(patienceMicros)).count(),
            all.stream().mapToLong(OverloadPoint::blocked).sum(),
            Double.isNaN(share)
                ? ""
                : format("; the highest rate was %.0f %% of what it can do", 100 * share)));
  }

  @Override
  public List<List<String>> table() {
    return tables().rows();
  }

  private Evaluator evaluator() {
    return new Evaluator(
        ExperimentReader.ofLab(OverloadExperiment.NAME).claims(),
        1,
        results.stream().flatMap(result -> result.observations(plan)).toList());
  }

  @Override
  public String verdicts() {
    return Verdict.lines(evaluator().verdicts())
        + trials()
        + losses()
        + objections()
        + Verdict.noise(evaluator().noiseFloor());
  }

  /** How often each target was met. */
  private String trials() {
    String lines =
        arms().stream()
            .filter(arm -> !arm.get(0).run().twin())
            .map(arm -> "- %s: %s%n".formatted(arm.get(0).run().name(), new Trials(plan, arm)))
            .collect(Collectors.joining());
    return lines.isEmpty() ? "" : format("%nTargets met, in trials that count:%n%n") + lines;
  }

  /** The steps below the capacity in which requests were lost, and what the compilers had then. */
  private String losses() {
    StringBuilder lines = new StringBuilder();
    for (OverloadResult result : results) {
      for (OverloadPoint step : result.steps()) {
        long lost = step.arrivals() - step.inTime();
        if (isBelow(result, step) && lost > 0) {
          lines.append(
              format(
                  "- %s, block %d, at %s: lost %,d of %,d; %.0f %%%n",
                  result.run().name(),
                  result.run().block(),
                  OverloadResult.inWords(step.load()),
                  lost,
                  step.arrivals(),
                  100 * Objects.requireNonNull(step.compiling())));
        }
      }
    }
    return lines.isEmpty()
        ? ""
        : format(
                "%nWhere requests were lost below the capacity, and how much of a processor the"
                    + " JIT compilers of the server had in this step (%s where none was lost):%n%n",
                compilingElsewhere())
            + lines;
  }

  /** Whether it counts and is known. */
  private boolean isBelow(OverloadResult result, OverloadPoint step) {
    return step.load() < 1 && step.compiling() != null && result.objection(step, plan).isEmpty();
  }

  private String compilingElsewhere() {
    DoubleSummaryStatistics all = new DoubleSummaryStatistics();
    for (OverloadResult result : results) {
      result.steps().stream()
          .filter(step -> isBelow(result, step) && step.arrivals() == step.inTime())
          .forEach(step -> all.accept(100 * Objects.requireNonNull(step.compiling())));
    }
    return all.getCount() == 0
        ? "there is no step"
        : format("%.0f %% on average, at most %.0f %%,", all.getAverage(), all.getMax());
  }

  private String objections() {
    StringBuilder lines = new StringBuilder();
    for (OverloadResult result : results) {
      result
          .objectionToPulse(plan)
          .ifPresent(
              why ->
                  lines.append(
                      format(
                          "- the pulse of %s, block %d, takes no part in a verdict: %s%n",
                          result.run().name(), result.run().block(), why)));
      for (OverloadPoint step : result.steps()) {
        result
            .objection(step, plan)
            .ifPresent(
                why ->
                    lines.append(
                        format(
                            "- %s, block %d, at %s, takes no part in a verdict: %s%n",
                            result.run().name(),
                            result.run().block(),
                            OverloadResult.inWords(step.load()),
                            why)));
      }
    }
    return lines.isEmpty() ? "" : format("%n") + lines;
  }

  @Override
  public List<HtmlReport.Answer> answers() {
    return evaluator().verdicts().stream().map(Verdict::onPage).toList();
  }

  @Override
  public List<HtmlReport.Section> sections() {
    double begin = plan.step().toMillis() / 1e3;
    Plots plots =
        new Plots(
            measurements().stream()
                .map(its -> new Plots.Line(its, its.name(), its.name(), false))
                .toList(),
            List.of(new Band(begin, begin + plan.pulse().toMillis() / 1e3)));
    List<HtmlReport.Section> sections = new ArrayList<>();
    sections.add(
        new HtmlReport.Section(
            "Goodput against offered load",
            "Both in terms of what each server can do. The dashed line is what a server would do"
                + " that wastes nothing. Where lines lie on each other, the lower ones are wider.",
            new OverloadCharts(plan, arms()).all()));
    List<Chart> time = new ArrayList<>();
    time.add(plots.p99());
    time.addAll(plots.servers());
    sections.add(
        new HtmlReport.Section(
            "The pulse over time, and the other steps",
            "Of each arm the block in the middle. Only what was answered has a latency here.",
            time));
    return sections;
  }

  @Override
  public List<String> remarks() {
    return List.of(
        format(
            "Capacity: what a few users get who ask again once they have their answer. In time:"
                + " answers with status 200 within %d ms of when the request was due, in per cent"
                + " of the capacity.",
            plan.patience().toMillis()),
        "P99 is that of the requests that were answered with 200, and of no others. Who was refused"
            + " (503, or a closed connection) or gave up is in the columns beside.",
        "Lost is what was not answered in time; at 2x half of all requests is unavoidable. Pulse:"
            + " from its first moment, so until a policy notices the overload; the steps count"
            + " after that.",
        "Back: from the end of the pulse until the P99 of 100 ms is within 1.5 times of what it was"
            + " before, and nobody is refused or gives up, twice in a row.",
        "Clients that gave up or were refused leave for good, unless their arm says otherwise:"
            + " retry, they ask twice more, at once; back-off, after 100 and then 200 ms;"
            + " half-retry, every second one asks twice more, at once. Such a client is one"
            + " request; it counts from when the first one was due, and is in time if any of them"
            + " is answered within its 100 ms.",
        Verdict.RULE);
  }
}
