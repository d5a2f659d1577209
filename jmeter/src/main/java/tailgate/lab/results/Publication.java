package tailgate.lab.results;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.machine.Environment;
import tailgate.lab.report.Page;
import tailgate.lab.summary.Account;
import tailgate.lab.summary.Punctuality;

/**
 * An account as people get it: as text for terminals and documents, and as a page.
 *
 * @param failures runs that are missing in the account
 * @param folder gets both
 */
public record Publication(
    Account account, List<Page.Fact> environment, List<Failure> failures, Path folder) {

  static final String TEXT = "report.md";
  static final String PAGE = "report.html";

  public Publication(
      Account account, Environment environment, List<Failure> failures, Path folder) {
    this(account, environment.facts(), failures, folder);
  }

  public void write() throws IOException {
    Files.writeString(folder.resolve(TEXT), toString());
    if (!account.measurements().isEmpty()) {
      Page page = account.page();
      page.with(facts(), missing()).write(folder.resolve(PAGE));
    }
  }

  /** All of it on a terminal, and where it can be found again. */
  public void print(PrintWriter console) {
    console.printf("%s%nReport: %s%n", this, folder);
    console.flush();
  }

  private List<Page.Fact> facts() {
    List<Page.Fact> facts = new ArrayList<>(environment);
    if (!account.load().isEmpty()) {
      facts.add(new Page.Fact("load", account.load()));
    }
    Punctuality.of(account.health())
        .ifPresent(words -> facts.add(new Page.Fact("generator", words)));
    return facts;
  }

  private List<Page.Answer> missing() {
    return failures.stream()
        .map(failure -> new Page.Answer(failure.failed(), "bad", "FAILED: " + failure.reason()))
        .toList();
  }

  /** For a place in another document: without a title and without remarks. */
  public String digest() {
    return text(account.digest()).stripTrailing();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("# %s%n%n".formatted(account.title()));
    text.append(text(account.text()));
    account.remarks().forEach(remark -> text.append("- ").append(remark).append('\n'));
    return text.toString();
  }

  private String text(String figures) {
    StringBuilder text = new StringBuilder();
    facts().forEach(fact -> text.append("    %-9s %s%n".formatted(fact.name(), fact.value())));
    text.append('\n');
    text.append(account.measurements().isEmpty() ? "No run was completed.\n" : figures);
    text.append('\n');
    failures.forEach(failure -> text.append(failure).append("\n\n"));
    return text.toString();
  }
}
