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
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.load.Disturbance;
import tailgate.lab.load.Disturbance.Degree;

/**
 * Lets a run begin once the machine has nothing else to do, as {@link Disturbance} defines that for
 * some seconds. A machine that never is, and is not too busy either, is measured as it is: each run
 * records what came before it.
 *
 * @param proc {@code /proc}, except in tests
 * @param processors of the run, at which it looks; none for all
 * @param others that have to be idle, too: machines on which servers or generators run
 * @param seconds for which it has to be idle; 0 for no gate
 * @param patience how long to wait for that
 * @param most the disturbance with which a run need not wait: what the machine was like at first
 * @param refuses whether a run is refused after that if the machine is too busy
 * @param pause a second
 * @param passed what was seen when the gate was passed for all that follows; empty if each run
 *     passes it
 */
public record IdleGate(
    Path proc,
    List<Integer> processors,
    List<Other> others,
    int seconds,
    Duration patience,
    Degree most,
    boolean refuses,
    Pause pause,
    Optional<Quiet> passed) {

  public IdleGate {
    processors = List.copyOf(processors);
    others = List.copyOf(others);
  }

  /** A gate of this machine alone. */
  public IdleGate(Path proc, int seconds, Duration patience, boolean refuses, Pause pause) {
    this(
        proc,
        List.of(),
        List.of(),
        seconds,
        patience,
        Degree.NONE,
        refuses,
        pause,
        Optional.empty());
  }

  /** Another machine that has to be idle. */
  @FunctionalInterface
  public interface Other {

    /**
     * Reads the processor times of the machine until now.
     *
     * @throws IOException if the machine does not answer
     */
    ProcessorTime read() throws IOException;
  }

  /** Waits for a second; a test does not. */
  @FunctionalInterface
  public interface Pause {
    void aSecond() throws InterruptedException;
  }

  /**
   * What the machine did before a run, in the last seconds before it began.
   *
   * @param idle share of its processor time; of several machines, that of the busiest one
   * @param stolen share of its processor time that others had; likewise the largest
   * @param wasQuiet whether the machine was quiet in the end
   */
  public record Quiet(double idle, double stolen, long waitedSeconds, boolean wasQuiet) {}

  /** The gate at which no run waits. */
  public static final IdleGate OPEN =
      new IdleGate(Path.of("/proc"), 0, Duration.ZERO, false, () -> {});

  static final Pause SECOND = () -> Thread.sleep(Duration.ofSeconds(1));

  /** Returns a gate of this machine, for runs on the processors of a placement. */
  public static IdleGate of(Placement placement, int seconds, Duration patience, boolean refuses) {
    return new IdleGate(Path.of("/proc"), seconds, patience, refuses, SECOND)
        .at(placement.used(Cores.OF_THIS_MACHINE));
  }

  /** Returns a copy that looks at these processors only. */
  IdleGate at(List<Integer> used) {
    return new IdleGate(proc, used, others, seconds, patience, most, refuses, pause, passed);
  }

  /** Returns a copy for a machine that was looked at before. */
  public IdleGate after(Fitness look) {
    return new IdleGate(
        proc, processors, others, seconds, patience, look.passing(), refuses, pause, passed);
  }

  /** Whether the gate looks at the machine; with {@code --on-busy ignore} nobody does. */
  public boolean looks() {
    return seconds > 0;
  }

  /** Returns a copy for another measurement at a running server: one quiet second is enough. */
  public IdleGate atServer() {
    return new IdleGate(
        proc, processors, others, Math.min(seconds, 1), patience, most, refuses, pause, passed);
  }

  /** Passes the gate, and returns a copy at which no run waits: they all begin with this one. */
  public IdleGate passedOnce() throws LabException, InterruptedException {
    Optional<Quiet> now = Optional.of(pass());
    return new IdleGate(proc, processors, others, seconds, patience, most, refuses, pause, now);
  }

  /** Returns a copy with another machine that has to be quiet at the same time. */
  public IdleGate and(Other machine) {
    List<Other> all = new ArrayList<>(others);
    all.add(machine);
    return new IdleGate(proc, processors, all, seconds, patience, most, refuses, pause, passed);
  }

  /**
   * Waits until the machine is quiet.
   *
   * @throws LabException if the machine is too busy all the time, and this gate refuses
   */
  public Quiet pass() throws LabException, InterruptedException {
    if (passed.isPresent()) {
      return passed.get();
    }
    if (seconds == 0 || !Files.exists(proc.resolve("stat"))) {
      return new Quiet(Double.NaN, Double.NaN, 0, true);
    }
    Deque<List<ProcessorTime>> last = new ArrayDeque<>(List.of(ticks()));
    long waited = 0;
    Disturbance now;
    do {
      pause.aSecond();
      waited++;
      last.add(ticks());
      if (last.size() > seconds + 1) {
        last.removeFirst();
      }
      now = disturbance(last.getFirst(), last.getLast());
    } while (waited < seconds || (isOver(now.degree(), most) && waited < patience.toSeconds()));
    if (refuses && now.degree() == Degree.TOO_MUCH) {
      throw new LabException(
          format(
              "%s too busy to measure: %s, still after %d s of waiting; end them, or say --on-busy"
                  + " record",
              others.isEmpty() ? "the machine is" : "this machine, or one of the others, is",
              now.words(),
              waited));
    }
    return new Quiet(1 - now.foreign(), now.stolen(), waited, now.degree() == Degree.NONE);
  }

  private static boolean isOver(Degree now, Degree most) {
    return now.compareTo(most) > 0;
  }

  /** Returns the disturbance on the busiest machine. */
  private static Disturbance disturbance(List<ProcessorTime> from, List<ProcessorTime> to) {
    double idle = 1;
    double stolen = 0;
    for (int i = 0; i < from.size(); i++) {
      idle = Math.min(idle, to.get(i).idleSince(from.get(i)));
      stolen = Math.max(stolen, to.get(i).stolenSince(from.get(i)));
    }
    return new Disturbance(1 - idle, stolen, 0);
  }

  private List<ProcessorTime> ticks() throws LabException {
    try {
      List<ProcessorTime> ticks = new ArrayList<>(List.of(ProcessorTime.read(proc, processors)));
      for (Other machine : others) {
        ticks.add(machine.read());
      }
      return ticks;
    } catch (IOException e) {
      throw new LabException("cannot read what the machine does: " + e.getMessage(), e);
    }
  }
}
