package tailgate.lab.source;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tailgate.lab.machine.Fact;
import tailgate.lab.machines.MachinesReport;
import tailgate.lab.results.Archive.Failure;
import tailgate.lab.results.Publication;
import tailgate.lab.summary.Comparison;
import tailgate.lab.summary.Report;

/** All sources of one report; there is at least one. */
public record ReportSources(List<ReportSource> all) {

  /**
   * Says why the sources cannot be in one report, with a line for each that does not fit; empty if
   * they can.
   */
  public List<String> objections() {
    boolean anyCapacity = all.stream().anyMatch(ReportSources::isCapacity);
    return all.stream()
        .filter(source -> anyCapacity && !isCapacity(source))
        .map(
            source ->
                source.path()
                    + " has no capacities; runs of choose are compared only with each other")
        .toList();
  }

  private static boolean isCapacity(ReportSource source) {
    return source.environment().isPresent() && MachinesReport.isFor(source.report());
  }

  /** Returns the report of a single source, or a comparison of several that fit together. */
  public Publication publication(Path folder) {
    if (all.size() == 1) {
      ReportSource only = all.get(0);
      return new Publication(only.report(), only.facts(), only.missing(), folder);
    }
    return all.stream().allMatch(ReportSources::isCapacity) ? machines(folder) : beside(folder);
  }

  /** Compares the capacities of several machines. */
  private Publication machines(Path folder) {
    List<String> labels = labels();
    MachinesReport report =
        new MachinesReport(
            IntStream.range(0, all.size())
                .mapToObj(i -> machine(labels.get(i), all.get(i)))
                .toList());
    // Their doubts count them; the whole reason is in the report of each run.
    List<Failure> missing =
        missing(labels).stream().map(f -> f.because(firstLine(f.reason()))).toList();
    return new Publication(report, report.facts(), missing, folder);
  }

  private static String firstLine(String reason) {
    return reason.lines().findFirst().orElse(reason);
  }

  private static MachinesReport.Source machine(String label, ReportSource source) {
    return new MachinesReport.Source(
        label, source.environment().orElseThrow(), source.report(), source.missing());
  }

  /** Compares the figures that all sources have. */
  private Publication beside(Path folder) {
    List<String> labels = labels();
    Report report =
        new Comparison(
            IntStream.range(0, all.size())
                .mapToObj(
                    i -> new Comparison.Entry(labels.get(i), all.get(i).report().measurements()))
                .toList());
    return new Publication(report, facts(labels), missing(labels), folder);
  }

  private List<Failure> missing(List<String> labels) {
    return IntStream.range(0, all.size())
        .boxed()
        .flatMap(i -> all.get(i).missing().stream().map(failure -> failure.in(labels.get(i))))
        .toList();
  }

  /**
   * Copies the archive of a single source to the folder of its report, so that this folder can be
   * kept instead of all files of the run.
   */
  public void keepIn(Path folder) throws IOException {
    if (all.size() == 1 && all.get(0).archive().isPresent()) {
      all.get(0).archive().get().copyTo(folder);
    }
  }

  /** Returns the labels of the sources; no two are the same. */
  private List<String> labels() {
    Set<String> labels = new LinkedHashSet<>();
    for (ReportSource source : all) {
      String label = source.label();
      for (int i = 2; !labels.add(label); i++) {
        label = source.label() + " #" + i;
      }
    }
    return List.copyOf(labels);
  }

  /** Returns all facts. Those that are the same in all sources appear once. */
  private List<Fact> facts(List<String> labels) {
    Set<String> names = new LinkedHashSet<>();
    List<List<Fact>> facts = all.stream().map(ReportSources::allFacts).toList();
    facts.forEach(list -> list.forEach(fact -> names.add(fact.name())));
    List<Fact> merged = new ArrayList<>();
    for (String name : names) {
      List<Fact> told = new ArrayList<>();
      for (int i = 0; i < facts.size(); i++) {
        for (Fact fact : facts.get(i)) {
          if (fact.name().equals(name)) {
            told.add(new Fact(name + ", " + labels.get(i), fact.value()));
          }
        }
      }
      boolean same = told.stream().map(Fact::value).distinct().count() == 1;
      if (same && told.size() == facts.size()) {
        merged.add(new Fact(name, told.get(0).value()));
      } else {
        merged.addAll(told);
      }
    }
    return merged;
  }

  private static List<Fact> allFacts(ReportSource source) {
    String load = source.report().load();
    return load.isEmpty()
        ? source.facts()
        : Stream.concat(source.facts().stream(), Stream.of(new Fact("load", load))).toList();
  }
}
