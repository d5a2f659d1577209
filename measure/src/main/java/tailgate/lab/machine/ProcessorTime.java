package tailgate.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How processors have used their time since the start of the machine, in ticks; see proc_stat(5).
 *
 * @param programs of all programs, without interrupts
 * @param stolen by other machines on the same host
 * @param all of them, these three included
 */
public record ProcessorTime(double programs, double idle, double stolen, double all) {

  /** USER_HZ is 100 on every architecture that Java runs on. */
  public static final double TICK_MILLIS = 10;

  static final ProcessorTime NONE = new ProcessorTime(0, 0, 0, 0);

  /** Indices of fields after the name; the fields before {@code IDLE} are of programs. */
  private static final int IDLE = 3;

  private static final int WAITING_FOR_DISK = 4;
  private static final int STOLEN = 7;

  /** The number of fields that count; later ones are part of earlier ones. */
  private static final int FIELDS = 8;

  /**
   * Reads the time of all processors until now.
   *
   * @param proc {@code /proc}, except in tests
   * @throws IOException if the kernel does not say
   */
  public static ProcessorTime read(Path proc) throws IOException {
    try (Stream<String> lines = Files.lines(proc.resolve("stat"))) {
      return of(lines.findFirst().orElse(""));
    }
  }

  /**
   * Reads the time of some processors until now.
   *
   * @param wanted their numbers; if there are none of them, the time is that of all processors
   * @throws IOException if the kernel does not say
   */
  static ProcessorTime read(Path proc, Collection<Integer> wanted) throws IOException {
    return readEach(proc, wanted).values().stream().reduce(NONE, ProcessorTime::plus);
  }

  /** Reads the time of each processor of some until now, or of all if there are none of them. */
  static Map<Integer, ProcessorTime> readEach(Path proc, Collection<Integer> wanted)
      throws IOException {
    Map<Integer, ProcessorTime> all = readEach(proc);
    Map<Integer, ProcessorTime> used = new TreeMap<>(all);
    used.keySet().retainAll(wanted);
    return used.isEmpty() ? all : used;
  }

  /**
   * Reads the time of each processor until now.
   *
   * @throws IOException if the kernel does not say
   */
  static Map<Integer, ProcessorTime> readEach(Path proc) throws IOException {
    Map<Integer, ProcessorTime> each = new TreeMap<>();
    for (String line : Files.readAllLines(proc.resolve("stat"))) {
      if (line.matches("cpu\\d+ .*")) {
        each.put(Integer.valueOf(line.substring(3, line.indexOf(' '))), of(line));
      }
    }
    if (each.isEmpty()) {
      throw new IOException("the kernel names no processors");
    }
    return each;
  }

  /**
   * Parses what a kernel says, which may be that of another machine.
   *
   * @param line one of {@code stat} that begins with {@code cpu}
   * @throws IOException if the line is none of these
   */
  public static ProcessorTime of(String line) throws IOException {
    double[] fields;
    try {
      fields =
          Stream.of(line.split(" +"))
              .skip(1)
              .limit(FIELDS)
              .mapToDouble(Double::parseDouble)
              .toArray();
    } catch (NumberFormatException e) {
      fields = new double[0];
    }
    if (fields.length < FIELDS) {
      throw new IOException("'" + line + "' is not as proc_stat(5) describes it");
    }
    return new ProcessorTime(
        Arrays.stream(fields, 0, IDLE).sum(),
        fields[IDLE] + fields[WAITING_FOR_DISK],
        fields[STOLEN],
        Arrays.stream(fields).sum());
  }

  ProcessorTime plus(ProcessorTime other) {
    return new ProcessorTime(
        programs + other.programs, idle + other.idle, stolen + other.stolen, all + other.all);
  }

  /** Returns idle time as a share of all since an earlier moment, 0 if no time has passed. */
  public double idleSince(ProcessorTime earlier) {
    return (idle - earlier.idle) / Math.max(1, all - earlier.all);
  }

  /** Returns stolen time as a share of all since an earlier moment, 0 if no time has passed. */
  public double stolenSince(ProcessorTime earlier) {
    return (stolen - earlier.stolen) / Math.max(1, all - earlier.all);
  }
}
