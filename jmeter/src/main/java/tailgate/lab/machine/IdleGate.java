package tailgate.lab.machine;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import tailgate.lab.LabException;

/**
 * Lets a run begin once the machine has nothing else to do: idle above 95 % for some seconds, and
 * no processor time stolen by other machines on the same host.
 *
 * @param proc {@code /proc}, except in tests
 * @param others that have to be idle, too: machines on which servers or generators run
 * @param seconds for which it has to be idle; 0 for no gate
 * @param patience how long to wait for that
 * @param refuses whether the run is refused after that; otherwise it begins, which is recorded
 * @param pause a second
 */
public record IdleGate(
    Path proc, List<Other> others, int seconds, Duration patience, boolean refuses, Pause pause) {

  public IdleGate {
    others = List.copyOf(others);
  }

  /** Of this machine alone. */
  public IdleGate(Path proc, int seconds, Duration patience, boolean refuses, Pause pause) {
    this(proc, List.of(), seconds, patience, refuses, pause);
  }

  /** Another machine. */
  @FunctionalInterface
  public interface Other {

    /**
     * The processor times of the machine until now.
     *
     * @throws IOException if it does not answer
     */
    ProcessorTime read() throws IOException;
  }

  /** Waits; a test does not. */
  @FunctionalInterface
  public interface Pause {
    void aSecond() throws InterruptedException;
  }

  /**
   * What the machine did before a run, in the last seconds before it began.
   *
   * @param idle share of its processor time; of several machines, that of the busiest one
   * @param stolen share of its processor time that others had; likewise the largest
   * @param waitedSeconds for a quiet machine
   * @param wasQuiet whether it was one in the end
   */
  public record Quiet(double idle, double stolen, long waitedSeconds, boolean wasQuiet) {}

  /** No gate. */
  public static final IdleGate OPEN =
      new IdleGate(Path.of("/proc"), 0, Duration.ZERO, false, () -> {});

  private static final double ENOUGH_IDLE = 0.95;

  /** A share: one tick of one processor in two seconds is noise. */
  private static final double MOST_STOLEN = 0.005;

  /** A gate of this machine. */
  public static IdleGate of(int seconds, Duration patience, boolean refuses) {
    return new IdleGate(
        Path.of("/proc"), seconds, patience, refuses, () -> Thread.sleep(Duration.ofSeconds(1)));
  }

  /** The same for another measurement at a server that runs already: one quiet second is enough. */
  public IdleGate atServer() {
    return new IdleGate(proc, others, Math.min(seconds, 1), patience, refuses, pause);
  }

  /** The same with another machine that has to be quiet at the same time. */
  public IdleGate and(Other other) {
    List<Other> all = new ArrayList<>(others);
    all.add(other);
    return new IdleGate(proc, all, seconds, patience, refuses, pause);
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
    Deque<List<ProcessorTime>> last = new ArrayDeque<>(List.of(ticks()));
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
              "%s not quiet: %.0f %% idle (more than 95 %% are needed for %d s) and"
                  + " %.1f %% stolen, after %d s of waiting; end other programs, or say"
                  + " --on-busy record",
              others.isEmpty() ? "the machine is" : "this machine, or one of the others, is",
              100 * now.idle,
              seconds,
              100 * now.stolen,
              waited));
    }
    return now;
  }

  /** Of the busiest machine. */
  private static Quiet quiet(List<ProcessorTime> from, List<ProcessorTime> to, long waited) {
    double idle = 1;
    double stolen = 0;
    for (int i = 0; i < from.size(); i++) {
      idle = Math.min(idle, to.get(i).idleSince(from.get(i)));
      stolen = Math.max(stolen, to.get(i).stolenSince(from.get(i)));
    }
    return new Quiet(idle, stolen, waited, idle > ENOUGH_IDLE && stolen <= MOST_STOLEN);
  }

  private List<ProcessorTime> ticks() throws LabException {
    try {
      List<ProcessorTime> ticks = new ArrayList<>(List.of(ProcessorTime.read(proc)));
      for (Other other : others) {
        ticks.add(other.read());
      }
      return ticks;
    } catch (IOException e) {
      throw new LabException("cannot read what the machine does: " + e.getMessage(), e);
    }
  }
}
