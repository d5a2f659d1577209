package tailgate.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * How the processors of the machine have used their time since its start, in ticks; see
 * proc_stat(5).
 *
 * @param stolen by other machines on the same host
 * @param all of them, these two included
 */
public record ProcessorTime(double idle, double stolen, double all) {

  /** Fields of the first line after "cpu". */
  private static final int IDLE = 3;

  private static final int WAITING_FOR_DISK = 4;
  private static final int STOLEN = 7;

  /** Later fields are part of earlier ones. */
  private static final int FIELDS = 8;

  /**
   * Until now.
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
   * As a kernel has it, which may be that of another machine.
   *
   * @param line the first one of {@code stat}
   * @throws IOException if it is none
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
        fields[IDLE] + fields[WAITING_FOR_DISK], fields[STOLEN], Arrays.stream(fields).sum());
  }

  /** As a share of all, 0 if no time has passed. */
  public double idleSince(ProcessorTime earlier) {
    return (idle - earlier.idle) / Math.max(1, all - earlier.all);
  }

  /** Likewise. */
  public double stolenSince(ProcessorTime earlier) {
    return (stolen - earlier.stolen) / Math.max(1, all - earlier.all);
  }
}
