package tailgate.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Reads JMeter's results in CSV form. The columns are found by their names in the first line, as
 * their order and number depend on JMeter's settings.
 *
 * <p>All samples are read: JMeter's own dashboard takes its percentiles from the last 20,000 only.
 */
final class Jtl {

  private final Path file;
  private final String label;
  private final LongStream.Builder millis = LongStream.builder();
  private int failures;
  private long firstStart = Long.MAX_VALUE;
  private long lastEnd = Long.MIN_VALUE;
  private int peakUsers;

  private Jtl(Path file, String label) {
    this.file = file;
    this.label = label;
  }

  /**
   * The samples with that label.
   *
   * <p>A last line that was cut short, as JMeter leaves it when it is killed, does not count.
   *
   * @throws LabException if there are none, or the file is not what JMeter writes
   */
  static Samples read(Path file, String label) throws IOException, LabException {
    return new Jtl(file, label).read();
  }

  private Samples read() throws IOException, LabException {
    if (!Files.exists(file)) {
      throw new LabException("JMeter wrote no " + file);
    }
    try (BufferedReader in = Files.newBufferedReader(file)) {
      Csv csv = new Csv(in);
      Columns columns = new Columns(csv.record());
      for (List<String> row = csv.record(); !row.isEmpty(); row = csv.record()) {
        if (row.size() == columns.count) {
          add(row, columns);
        }
      }
    } catch (NumberFormatException e) {
      throw new LabException(file + " is not a JMeter result in CSV: " + e.getMessage(), e);
    }
    if (lastEnd < firstStart) {
      throw new LabException(file + " has no samples labelled " + label);
    }
    return new Samples(millis.build(), failures, lastEnd - firstStart, peakUsers);
  }

  private void add(List<String> row, Columns columns) {
    if (!row.get(columns.label).equals(label)) {
      return;
    }
    long start = Long.parseLong(row.get(columns.timeStamp));
    long elapsed = Long.parseLong(row.get(columns.elapsed));
    millis.add(elapsed);
    failures += row.get(columns.success).equals("true") ? 0 : 1;
    firstStart = Math.min(firstStart, start);
    lastEnd = Math.max(lastEnd, start + elapsed);
    peakUsers = Math.max(peakUsers, Integer.parseInt(row.get(columns.allThreads)));
  }

  /** Where in a row the fields are. */
  private final class Columns {

    private final int timeStamp;
    private final int elapsed;
    private final int label;
    private final int success;
    private final int allThreads;
    private final int count;

    Columns(List<String> header) throws LabException {
      timeStamp = find(header, "timeStamp");
      elapsed = find(header, "elapsed");
      label = find(header, "label");
      success = find(header, "success");
      allThreads = find(header, "allThreads");
      count = header.size();
    }

    private int find(List<String> header, String name) throws LabException {
      int at = header.indexOf(name);
      if (at < 0) {
        throw new LabException(file + " has no column " + name);
      }
      return at;
    }
  }
}
