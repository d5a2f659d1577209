package tailgate.lab.results;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.machine.Environment;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.Punctuality;
import tailgate.lab.summary.Report;

/**
 * A report as people get it: as text for terminals and documents, and as a page.
 *
 * @param failures runs that are missing in the report
 * @param folder gets both
 */
public record Publication(
    Report report, List<HtmlReport.Fact> environment, List<Failure> failures, Path folder) {

  static final String TEXT = "report.md";
  static final String PAGE = "report.html";

  public Publication(Report report, Environment environment, List<Failure> failures, Path folder) {
    this(report, environment.facts(), failures, folder);
  }

  public void write() throws IOException {
    Files.writeString(folder.resolve(TEXT), toString());
    if (!report.measurements().isEmpty()) {
      HtmlReport page = report.page();
      page.with(facts(), missing()).write(folder.resolve(PAGE));
    }
  }

  /** All of it on a terminal, and where it can be found again. */
  public void print(PrintWriter console) {
    console.printf("%s%nReport: %s%n", this, folder);
    console.flush();
  }

  private List<HtmlReport.Fact> facts() {
    List<HtmlReport.Fact> facts = new ArrayList<>(environment);
    if (!report.load().isEmpty()) {
      facts.add(new HtmlReport.Fact("load", report.load()));
    }
    Punctuality.of(report.health())
        .ifPresent(words -> facts.add(new HtmlReport.Fact("generator", words)));
    return facts;
  }

  private List<HtmlReport.Answer> missing() {
    return failures.stream()
        .map(
            failure ->
                new HtmlReport.Answer(failure.failed(), "bad", "FAILED: " + failure.reason()))
        .toList();
  }

  /** For a place in another document: without a title and without remarks. */
  public String digest() {
    return text(report.digest()).stripTrailing();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("# %s%n%n".formatted(report.title()));
    text.append(text(report.text()));
    report.remarks().forEach(remark -> text.append("- ").append(remark).append('\n'));
    return text.toString();
  }

  private String text(String figures) {
    StringBuilder text = new StringBuilder();
    facts().forEach(fact -> text.append("    %-9s %s%n".formatted(fact.name(), fact.value())));
    text.append('\n');
    text.append(report.measurements().isEmpty() ? "No run was completed.\n" : figures);
    text.append('\n');
    failures.forEach(failure -> text.append(failure).append("\n\n"));
    return text.toString();
  }
}
