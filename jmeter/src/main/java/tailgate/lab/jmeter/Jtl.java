package tailgate.lab.jmeter;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tailgate.lab.LabException;

/**
 * Reads JMeter's results in CSV form. The columns are found by their names in the first line, as
 * their order and number depend on JMeter's settings.
 *
 * <p>All samples are read, whereas JMeter's dashboard takes percentiles from the last 20,000 only.
 */
public final class Jtl {

  /** The label of samples that do not count, with which the lab's plans begin. */
  public static final String WARM_UP = "warm-up";

  /** The label of samples in a file without labels. */
  private static final String NO_LABEL = "";

  private final Path file;
  private final Map<String, List<Samples.Sample>> byLabel = new LinkedHashMap<>();
  private final Map<String, Integer> peakUsers = new LinkedHashMap<>();

  private Jtl(Path file) {
    this.file = file;
  }

  /**
   * The samples with that label.
   *
   * @throws LabException if there are none, or the file is not what JMeter writes
   */
  public static Samples read(Path file, String label) throws IOException, LabException {
    Samples samples = read(file).get(label);
    if (samples == null) {
      throw new LabException(file + " has no samples labelled " + label);
    }
    return samples;
  }

  /**
   * The samples by their labels, in the order of their first appearance.
   *
   * <p>A last line that was cut short, as JMeter leaves it when it is killed, does not count.
   *
   * @throws LabException if the file is not what JMeter writes
   */
  public static Map<String, Samples> read(Path file) throws IOException, LabException {
    if (!Files.exists(file)) {
      throw new LabException("JMeter wrote no " + file);
    }
    return new Jtl(file).read();
  }

  private Map<String, Samples> read() throws IOException, LabException {
    try (BufferedReader in = Files.newBufferedReader(file)) {
      Csv csv = new Csv(in);
      Columns columns = columns(csv.record());
      for (List<String> row = csv.record(); !row.isEmpty(); row = csv.record()) {
        if (row.size() == columns.count()) {
          add(row, columns);
        }
      }
    } catch (CharacterCodingException e) {
      throw new LabException(file + " is not a JMeter result in CSV: it is not text", e);
    }
    Map<String, Samples> samples = new LinkedHashMap<>();
    byLabel.forEach(
        (label, some) -> samples.put(label, new Samples(some, peakUsers.getOrDefault(label, 0))));
    return samples;
  }

  private void add(List<String> row, Columns columns) throws LabException {
    String label = columns.label() < 0 ? NO_LABEL : row.get(columns.label());
    Samples.Sample sample =
        new Samples.Sample(
            number(row.get(columns.timeStamp()), "timeStamp"),
            number(row.get(columns.elapsed()), "elapsed"),
            row.get(columns.success()).equals("true"));
    byLabel.computeIfAbsent(label, l -> new ArrayList<>()).add(sample);
    if (columns.allThreads() >= 0) {
      int users = (int) number(row.get(columns.allThreads()), "allThreads");
      peakUsers.merge(label, users, Math::max);
    }
  }

  private long number(String value, String column) throws LabException {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      String advice =
          column.equals("timeStamp") ? "; set jmeter.save.saveservice.timestamp_format=ms" : "";
      throw new LabException(
          "%s is not a JMeter result in CSV: %s is '%s', not a number%s"
              .formatted(file, column, value, advice),
          e);
    }
  }

  /**
   * Where in a row the fields are.
   *
   * @param label negative if JMeter was told to leave it out, as is {@code allThreads}
   */
  private record Columns(
      int timeStamp, int elapsed, int label, int success, int allThreads, int count) {}

  private Columns columns(List<String> header) throws LabException {
    String first = header.isEmpty() ? "" : header.get(0).strip();
    if (first.isEmpty() && header.size() <= 1) {
      throw new LabException(file + " is empty");
    }
    if (first.startsWith("<")) {
      throw new LabException(
          file + " is a JMeter result in XML; set jmeter.save.saveservice.output_format=csv");
    }
    if (first.matches("\\d+")) {
      throw new LabException(
          file
              + " does not begin with the names of its columns;"
              + " set jmeter.save.saveservice.print_field_names=true");
    }
    return new Columns(
        needed(header, "timeStamp"),
        needed(header, "elapsed"),
        header.indexOf("label"),
        needed(header, "success"),
        header.indexOf("allThreads"),
        header.size());
  }

  private int needed(List<String> header, String name) throws LabException {
    int at = header.indexOf(name);
    if (at < 0) {
      throw new LabException(
          "%s is not a JMeter result in CSV: it has no column %s".formatted(file, name));
    }
    return at;
  }
}
