package tailgate.lab.jmeter;

import static tailgate.lab.load.Text.format;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tailgate.lab.LabException;

/**
 * Reads JMeter's results in CSV form. The columns are found by their names in the first line, as
 * their order and number depend on JMeter's settings.
 *
 * <p>All samples are read, whereas JMeter's dashboard takes percentiles from the last 20,000 only.
 */
public final class Jtl {

  /** Samples that do not count, with which the lab's plans begin, have this label. */
  public static final String WARM_UP = "warm-up";

  /** Samples of a file without labels get this label. */
  private static final String NO_LABEL = "";

  /** No load pauses for longer: the clock was set then, or another load begins. */
  private static final Duration LONG_SILENCE = Duration.ofMinutes(10);

  private final Path file;
  private final Map<String, List<Samples.Sample>> byLabel = new LinkedHashMap<>();

  /** Maps a label as it is written to the label as it is shown. */
  private final Map<String, String> oneLine = new HashMap<>();

  private final Map<String, Integer> peakUsers = new LinkedHashMap<>();

  private Jtl(Path file) {
    this.file = file;
  }

  /**
   * Reads the samples that have a label.
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
   * Reads the samples by their labels, in the order of their first appearance. A line break in a
   * label becomes a space.
   *
   * <p>A last line that was cut short, as JMeter leaves it when it is killed, does not count. Nor
   * do empty lines, and the names of the columns again, as they are where files were joined.
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
      List<String> header = csv.header();
      Columns columns = columns(header);
      while (!csv.isAtEnd()) {
        int line = csv.line();
        List<String> row = csv.record();
        if (row.size() == header.size()) {
          if (!row.equals(header)) {
            add(row, columns, line);
          }
        } else if (!csv.isAtEnd() && !row.equals(List.of(""))) {
          throw wrong(line, "it has %d fields, and not %d", row.size(), header.size());
        }
      }
    } catch (CharacterCodingException e) {
      throw new LabException(file + " is not a JMeter result in CSV: it is not text in UTF-8", e);
    }
    checkClock();
    Map<String, Samples> samples = new LinkedHashMap<>();
    byLabel.forEach(
        (label, list) -> samples.put(label, new Samples(list, peakUsers.getOrDefault(label, 0))));
    return samples;
  }

  private void add(List<String> row, Columns columns, int line) throws LabException {
    String label =
        columns.label() < 0
            ? NO_LABEL
            : oneLine.computeIfAbsent(row.get(columns.label()), Jtl::withoutLineBreaks);
    Samples.Sample sample =
        new Samples.Sample(
            number(row.get(columns.timeStamp()), "timeStamp", line),
            number(row.get(columns.elapsed()), "elapsed", line),
            isSuccess(row.get(columns.success()), line),
            line);
    byLabel.computeIfAbsent(label, l -> new ArrayList<>()).add(sample);
    if (columns.allThreads() >= 0) {
      int users = (int) number(row.get(columns.allThreads()), "allThreads", line);
      peakUsers.merge(label, users, Math::max);
    }
  }

  private static String withoutLineBreaks(String label) {
    return label.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
  }

  private long number(String value, String column, int line) throws LabException {
    long number;
    try {
      number = Long.parseLong(value.strip());
    } catch (NumberFormatException e) {
      String advice =
          column.equals("timeStamp") ? "; set jmeter.save.saveservice.timestamp_format=ms" : "";
      throw wrong(line, "%s is '%s', not a number%s", column, value, advice);
    }
    if (number < 0) {
      throw wrong(line, "%s is %s: the clock was set back meanwhile; remove it", column, value);
    }
    return number;
  }

  /** Reads whether a request succeeded. A spreadsheet writes it in capital letters. */
  private boolean isSuccess(String value, int line) throws LabException {
    return switch (value.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(line, "success is '%s', neither true nor false", value);
    };
  }

  /** Refuses a file in which nothing was measured for most of the time. */
  private void checkClock() throws LabException {
    List<Samples.Sample> byStart =
        byLabel.values().stream()
            .flatMap(List::stream)
            .sorted(Comparator.comparingLong(Samples.Sample::startMillis))
            .toList();
    long silence = LONG_SILENCE.toMillis();
    long first = byStart.isEmpty() ? 0 : byStart.get(0).startMillis();
    long end = first;
    int after = 0;
    for (Samples.Sample sample : byStart) {
      if (sample.startMillis() - end > silence) {
        silence = sample.startMillis() - end;
        after = sample.line();
      }
      end = Math.max(end, sample.endMillis());
    }
    if (after > 0 && silence > end - first - silence) {
      throw wrong(
          after,
          "nothing was measured in the %d minutes before: the clock was set, or another load"
              + " begins; split the file",
          Duration.ofMillis(silence).toMinutes());
    }
  }

  /** Says that a line is not what JMeter writes. */
  private LabException wrong(int line, String what, Object... values) {
    return new LabException(
        format("%s is not a JMeter result in CSV: line %d: ", file, line) + format(what, values));
  }

  /**
   * The positions that the fields have in a row.
   *
   * @param label negative if JMeter was told to leave it out, as is {@code allThreads}
   */
  private record Columns(int timeStamp, int elapsed, int label, int success, int allThreads) {}

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
        header.indexOf("allThreads"));
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
