package tailgate.lab.machine;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import tailgate.lab.LabException;

/**
 * Lets a run begin once the machine has nothing else to do: idle above 95 % for some seconds, and
 * no processor time stolen by other machines on the same host.
 *
 * @param proc {@code /proc}, except in tests
 * @param seconds for which it has to be idle; 0 for no gate
 * @param patience how long to wait for that
 * @param refuses whether the run is refused after that; otherwise it begins, which is recorded
 * @param pause a second
 */
public record IdleGate(Path proc, int seconds, Duration patience, boolean refuses, Pause pause) {

  /** Waits; a test does not. */
  @FunctionalInterface
  public interface Pause {
    void aSecond() throws InterruptedException;
  }

  /**
   * What the machine did before a run, in the last seconds before it began.
   *
   * @param idle share of its processor time
   * @param stolen share of its processor time that others had
   * @param waitedSeconds for a quiet machine
   * @param wasQuiet whether it was one in the end
   */
  public record Quiet(double idle, double stolen, long waitedSeconds, boolean wasQuiet) {}

  /** No gate. */
  public static final IdleGate OPEN =
      new IdleGate(Path.of("/proc"), 0, Duration.ZERO, false, () -> {});

  private static final double ENOUGH_IDLE = 0.95;

  /** One tick in two seconds of one processor is noise. */
  private static final double MOST_STOLEN = 0.005;

  /** Fields of the first line of proc_stat(5) after "cpu". */
  private static final int IDLE = 3;

  private static final int WAITING_FOR_DISK = 4;
  private static final int STOLEN = 7;

  /** Later fields are part of earlier ones. */
  private static final int FIELDS = 8;

  private record Ticks(double idle, double stolen, double all) {}

  /** A gate of this machine. */
  public static IdleGate of(int seconds, Duration patience, boolean refuses) {
    return new IdleGate(
        Path.of("/proc"), seconds, patience, refuses, () -> Thread.sleep(Duration.ofSeconds(1)));
  }

  /** The same for another point at a server that is there: one quiet second is enough. */
  public IdleGate atServer() {
    return new IdleGate(proc, Math.min(seconds, 1), patience, refuses, pause);
  }

  /**
   * Waits until the machine is quiet.
   *
   * @throws LabException if it is not in time, and this gate refuses
   */
  public Quiet pass() throws LabException, InterruptedException {
    if (seconds == 0 || !Files.exists(proc.resolve("stat"))) {
      return new Quiet(Double.NaN, Double.NaN, 0, true);
    }
    Deque<Ticks> last = new ArrayDeque<>(List.of(ticks()));
    long waited = 0;
    Quiet now;
    do {
      pause.aSecond();
      waited++;
      last.add(ticks());
      if (last.size() > seconds + 1) {
        last.removeFirst();
      }
      now = quiet(last.getFirst(), last.getLast(), waited);
    } while (waited < seconds || (!now.wasQuiet && waited < patience.toSeconds()));
    if (!now.wasQuiet && refuses) {
      throw new LabException(
          format(
              "the machine is not quiet: %.0f %% idle (more than 95 %% are needed for %d s) and"
                  + " %.1f %% stolen, after %d s of waiting; end other programs, or say"
                  + " --on-busy record",
              100 * now.idle, seconds, 100 * now.stolen, waited));
    }
    return now;
  }

  private static Quiet quiet(Ticks from, Ticks to, long waited) {
    double all = Math.max(1, to.all - from.all);
    double idle = (to.idle - from.idle) / all;
    double stolen = (to.stolen - from.stolen) / all;
    return new Quiet(idle, stolen, waited, idle > ENOUGH_IDLE && stolen <= MOST_STOLEN);
  }

  private Ticks ticks() throws LabException {
    try (Stream<String> lines = Files.lines(proc.resolve("stat"))) {
      double[] fields =
          Stream.of(lines.findFirst().orElse("").split(" +"))
              .skip(1)
              .limit(FIELDS)
              .mapToDouble(Double::parseDouble)
              .toArray();
      double all = Arrays.stream(fields).sum();
      return new Ticks(fields[IDLE] + fields[WAITING_FOR_DISK], fields[STOLEN], all);
    } catch (IOException e) {
      throw new LabException("cannot read what the machine does: " + e.getMessage(), e);
    }
  }
}
