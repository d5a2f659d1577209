package tailgate.lab.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Fact;

/**
 * A report as one HTML file that needs only a browser: it contains style, script, Chart.js and
 * data.
 *
 * @param facts where and how it was measured: pairs of name and value
 * @param table the head and the rows; may be empty
 * @param remarks say how far to trust the report
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

  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z.]+)}}");

  /**
   * A verdict, as a page shows it.
   *
   * @param mood good, bad or open; shown as a colour, and always also said in the text
   */
  public record Answer(String about, String mood, String text) {}

  /**
   * The charts that belong together.
   *
   * @param text each line of it is a paragraph
   * @param table the figures of the charts, the head first; may be empty
   */
  public record Section(String title, String text, List<Chart> charts, List<List<String>> table) {
    public Section {
      charts = List.copyOf(charts);
      table = List.copyOf(table);
    }

    /** Makes a section that has no table. */
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

  /** Returns the report with further facts, and with further answers at the end. */
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

  private static <T> List<T> joined(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  public void write(Path file) throws IOException {
    JsonFiles.writeText(file, html());
  }

  @JsonIgnore
  String html() {
    // In JSON, a "<" is always part of a string. "</script" and "<!--" would end or extend the
    // element that contains the data.
    String data = JsonFiles.compact(this).replace("<", "\\u003c");
    Map<String, String> parts =
        Map.of(
            "title", title.replace("&", "&amp;").replace("<", "&lt;"),
            "style", resource("page.css"),
            "chart.js", resource(CHART_JS),
            "script", resource("page.js"),
            "data", data);
    // In one pass, so that no part is looked for in another one.
    return PLACE
        .matcher(resource("page.html"))
        .replaceAll(place -> Matcher.quoteReplacement(parts.getOrDefault(place.group(1), "")));
  }

  private static String resource(String name) {
    return JsonFiles.resource(HtmlReport.class, name);
  }
}
