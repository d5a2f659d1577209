package tailgate.lab.results;

import static tailgate.lab.load.Text.format;
import static tailgate.lab.load.Text.millis;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;
import tailgate.lab.load.Health;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.Text;
import tailgate.lab.machine.Fact;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.results.Archive.Failure;
import tailgate.lab.summary.Report;

/**
 * Publishes a report with its facts and failures, as text and as a page.
 *
 * @param failures the runs that are missing in the report
 * @param folder the folder that gets both files
 */
public record Publication(
    Report report, List<Fact> environment, List<Failure> failures, Path folder) {

  static final String TEXT = "report.md";
  static final String PAGE = "report.html";
  static final String JSON = "report.json";

  public void write() throws IOException {
    JsonFiles.writeText(folder.resolve(TEXT), toString());
    if (!report.measurements().isEmpty()) {
      HtmlReport page = report.page();
      page.with(facts(), missing()).write(folder.resolve(PAGE));
      Optional<Object> json = report.json();
      if (json.isPresent()) {
        JsonFiles.write(folder.resolve(JSON), json.get());
      }
    }
  }

  /**
   * Prints the text, and on the last line the page, or the text's file if there is no page. On a
   * terminal, bad answers are red.
   */
  public void print(PrintWriter console) {
    console.println(withRed(Ansi.AUTO));
    console.println(folder.resolve(report.measurements().isEmpty() ? TEXT : PAGE));
    console.flush();
  }

  private String withRed(Ansi colours) {
    String all = toString();
    for (HtmlReport.Answer answer : report.answers()) {
      if (colours.enabled() && answer.mood().equals("bad")) {
        StringBuilder words = new StringBuilder();
        Text.paragraph(words, "", answer.text());
        String bad = words.toString().stripTrailing();
        // No markup of picocli: a message of the user's handler may look like it.
        all = all.replace(bad, Style.on(Style.bold, Style.fg_red) + bad + Style.reset.on());
      }
    }
    return all;
  }

  private List<Fact> facts() {
    List<Fact> facts = new ArrayList<>(environment);
    if (!report.load().isEmpty()) {
      facts.add(new Fact("load", report.load()));
    }
    report
        .generator()
        .or(this::punctuality)
        .ifPresent(text -> facts.add(new Fact("generator", text)));
    Surroundings.of(report.allRuns()).ifPresent(text -> facts.add(new Fact("meanwhile", text)));
    madeAgain().ifPresent(text -> facts.add(new Fact("failed", text)));
    repeated().ifPresent(text -> facts.add(new Fact("again", text)));
    return facts;
  }

  /** Says how well the generator kept to its schedule, over all runs; empty if not known. */
  private Optional<String> punctuality() {
    List<Health> all = report.health();
    return all.stream()
        .min(Comparator.comparingDouble(Health::delivered))
        .map(
            worst ->
                format(
                        "%.1f %% or more of the requests of each run left within 10 ms of when they"
                            + " were due, and the latest of all after %s ms; %d of %d runs fell"
                            + " behind",
                        100 * worst.delivered(),
                        millis(all.stream().mapToLong(Health::lagMaxMicros).max().orElse(0)),
                        all.stream().filter(Health::fellBehind).count(),
                        all.size())
                    + Surroundings.doubts(all));
  }

  private List<HtmlReport.Answer> missing() {
    return failures.stream()
        .map(failure -> new HtmlReport.Answer(failure.failed(), "bad", failure.text()))
        .toList();
  }

  /** Says how many runs were made again after a failure: a reader may ask how they were chosen. */
  private Optional<String> madeAgain() {
    long count = failures.stream().filter(f -> f.earlier() && !f.repeated()).count();
    return count == 0
        ? Optional.empty()
        : Optional.of(
            count == 1
                ? "1 run failed before this one was continued, which made it again"
                : count + " runs failed before this one was continued, which made them again");
  }

  /** Says how many runs were made again at once; the last one counts. */
  private Optional<String> repeated() {
    long count = failures.stream().filter(Failure::repeated).count();
    return count == 0
        ? Optional.empty()
        : Optional.of(
            (count == 1 ? "1 run was" : count + " runs were")
                + " made again at once, because the generator was late");
  }

  /** Returns the text for another document, which has no title and no remarks. */
  public String digest() {
    return text(report.digest()).stripTrailing();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("# " + report.question() + "\n\n");
    text.append(text(report.text()));
    report.remarks().forEach(remark -> Text.paragraph(text, "- ", remark));
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
