package tailgate.lab.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import tailgate.lab.load.JsonFiles;

/**
 * A report as one HTML file that needs only a browser: it contains style, script, Chart.js and
 * data.
 *
 * @param facts where and how it was measured: pairs of name and value
 * @param table may be empty
 * @param remarks how far to trust it
 */
public record HtmlReport(
    String title,
    String question,
    List<Fact> facts,
    List<Answer> answers,
    List<List<String>> table,
    List<Section> sections,
    List<String> remarks) {

  private static final String CHART_JS =
      "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";

  /** A circumstance of the measurement. */
  public record Fact(String name, String value) {}

  /**
   * A verdict.
   *
   * @param mood good, bad or open; shown as a colour, and always also said in the text
   */
  public record Answer(String about, String mood, String text) {}

  /**
   * Charts that belong together.
   *
   * @param text each line of it is a paragraph
   * @param table of their figures, the head first; may be empty
   */
  public record Section(String title, String text, List<Chart> charts, List<List<String>> table) {
    public Section {
      charts = List.copyOf(charts);
      table = List.copyOf(table);
    }

    /** Without a table. */
    public Section(String title, String text, List<Chart> charts) {
      this(title, text, charts, List.of());
    }
  }

  public HtmlReport {
    facts = List.copyOf(facts);
    answers = List.copyOf(answers);
    table = List.copyOf(table);
    sections = List.copyOf(sections);
    remarks = List.copyOf(remarks);
  }

  /** The same with facts and with answers at the end. */
  public HtmlReport with(List<Fact> moreFacts, List<Answer> moreAnswers) {
    return new HtmlReport(
        title,
        question,
        joined(facts, moreFacts),
        joined(answers, moreAnswers),
        table,
        sections,
        remarks);
  }

  /** The same with remarks at the end. */
  public HtmlReport with(List<String> moreRemarks) {
    return new HtmlReport(
        title, question, facts, answers, table, sections, joined(remarks, moreRemarks));
  }

  private static <T> List<T> joined(List<T> some, List<T> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  public void write(Path file) throws IOException {
    Files.writeString(file, html());
  }

  @JsonIgnore
  String html() throws IOException {
    // "</" would end the script element that contains the data.
    String data = JsonFiles.compact(this).replace("</", "<\\/");
    return resource("page.html")
        .replace("{{title}}", title.replace("&", "&amp;").replace("<", "&lt;"))
        .replace("{{style}}", resource("page.css"))
        .replace("{{chart.js}}", resource(CHART_JS))
        .replace("{{script}}", resource("page.js"))
        .replace("{{data}}", data);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
