package tailgate.lab.export;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tailgate.lab.load.Text;

/** A tool for which a load can be written. */
public enum ExportFormat {
  /** A plan of JMeter 5.6, which runs it on one machine, or on several in its remote mode. */
  JMX("jmeter-plan.xml", ""),
  /** A benchmark of Hyperfoil 0.25, whose controller divides it among agents. */
  HYPERFOIL("hyperfoil.yaml", "# "),
  /** A script of k6, which the k6-operator divides among the machines of a cluster. */
  K6("k6.js", "// ");

  private static final int COLUMNS = 96;

  private final String template;

  /** Begins each line of a comment. */
  private final String mark;

  /**
   * A load as the tool reads it. Immutable.
   *
   * @param notes a sentence for each thing that the tool does in another way, or not at all; they
   *     are comments in the text too
   */
  public record ExportedLoad(String text, List<String> notes) {

    public ExportedLoad {
      notes = List.copyOf(notes);
    }
  }

  ExportFormat(String template, String mark) {
    this.template = template;
    this.mark = mark;
  }

  /** Writes a load; nothing is sent. */
  public ExportedLoad write(PortableLoad load) {
    List<String> notes = notes(load);
    StringBuilder comment = new StringBuilder();
    notes.forEach(note -> Text.paragraph(comment, "", note, COLUMNS));
    Map<String, String> values =
        new HashMap<>(
            switch (this) {
              case JMX -> JMeterPlan.values(load);
              case HYPERFOIL -> HyperfoilBenchmark.values(load);
              case K6 -> K6Script.values(load);
            });
    values.put("notes", comment.toString().strip().replaceAll("(?m)^", mark));
    return new ExportedLoad(ExportTemplate.filled(template, values), notes);
  }

  private List<String> notes(PortableLoad load) {
    String tool = name().toLowerCase(Locale.ROOT);
    return ExportTemplate.read("notes.txt")
        .lines()
        .map(line -> line.split(" ", 3))
        .filter(note -> note[0].equals(tool) && load.is(note[1]))
        .map(note -> note[2])
        .toList();
  }
}
