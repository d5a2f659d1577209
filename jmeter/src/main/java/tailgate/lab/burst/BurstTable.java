package tailgate.lab.burst;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import tailgate.lab.burst.BurstCandidate.Role;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.report.MarkdownTable;
import tailgate.lab.summary.Spread;
import tailgate.lab.summary.SummaryTable;

/**
 * All results of an experiment in a Markdown table, which is good to read on a terminal too, with a
 * verdict for each workload and what takes no part in one.
 */
record BurstTable(List<BurstResult> results) {

  private static final List<String> HEAD =
      List.of(
          "handler",
          "connections",
          "stage",
          "P99 in spikes, ms, by trial",
          "P50",
          "P99 else",
          "threads");

  BurstTable {
    results = List.copyOf(results);
  }

  /** In the order in which the workloads appear. */
  List<Verdict> verdicts() {
    record Key(String workload, boolean keepAlive) {}
    List<Key> keys =
        results.stream().map(r -> new Key(r.workload(), r.keepAlive())).distinct().toList();
    return keys.stream()
        .map(
            key -> Verdict.of(key.workload(), key.keepAlive(), of(key.workload(), key.keepAlive())))
        .toList();
  }

  List<BurstResult> of(String workload, boolean keepAlive) {
    return results.stream()
        .filter(r -> r.workload().equals(workload) && r.keepAlive() == keepAlive)
        .toList();
  }

  /** The table, its head first. */
  List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    for (Verdict verdict : verdicts()) {
      for (Role role : Role.values()) {
        row(verdict, role).ifPresent(rows::add);
      }
    }
    return rows;
  }

  @Override
  public String toString() {
    MarkdownTable table = MarkdownTable.of(3, rows());
    String verdicts =
        verdicts().stream()
            .map(v -> "- %s, %s: %s%n".formatted(v.workload(), connections(v.keepAlive()), v))
            .collect(Collectors.joining());
    return table + "\nP99 in the spikes, adaptive against fixed:\n\n" + verdicts + footnotes();
  }

  private String footnotes() {
    List<String> all = objections();
    return all.isEmpty()
        ? ""
        : "\n* takes no part in a verdict:\n\n"
            + all.stream().map("- %s%n"::formatted).collect(Collectors.joining());
  }

  private Optional<List<String>> row(Verdict verdict, Role role) {
    List<BurstResult> runs =
        of(verdict.workload(), verdict.keepAlive()).stream()
            .filter(r -> r.role() == role)
            .sorted(Comparator.comparingInt(BurstResult::trial))
            .toList();
    if (runs.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        List.of(
            verdict.workload(),
            connections(verdict.keepAlive()),
            runs.get(0).stage(),
            runs.stream().map(BurstTable::spikeP99).collect(Collectors.joining(" ")),
            SummaryTable.millis(median(runs, r -> r.spikes().p50())),
            SummaryTable.millis(median(runs, r -> r.calm().p99())),
            String.format(
                Locale.ROOT, "%.0f", median(runs, r -> r.server().peak(ServerTimeline.THREADS)))));
  }

  private static double median(List<BurstResult> runs, ToDoubleFunction<BurstResult> figure) {
    return Spread.of(runs.stream().mapToDouble(figure).boxed().toList()).median();
  }

  private static String spikeP99(BurstResult run) {
    return SummaryTable.millis((double) run.spikes().p99())
        + (run.objection().isPresent() ? "*" : "");
  }

  static String connections(boolean keepAlive) {
    return keepAlive ? "kept" : "new";
  }

  /** Why runs with an asterisk take no part in a verdict. */
  List<String> objections() {
    return results.stream()
        .filter(r -> r.objection().isPresent())
        .map(
            r ->
                "%s, %s, %s, trial %d: %s"
                    .formatted(
                        r.workload(),
                        connections(r.keepAlive()),
                        r.stage(),
                        r.trial(),
                        r.objection().orElseThrow()))
        .toList();
  }
}
