package tailgate.lab.machine;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import tailgate.lab.load.Disturbance;
import tailgate.lab.load.Disturbance.Degree;
import tailgate.lab.machine.Fitness.Finding;

/**
 * Looks for some seconds whether this machine is fit to measure, before anything is measured: three
 * quiet seconds are enough, and so are three in which most of the processors are taken; otherwise
 * it judges six. docs/method.md has the reason for each limit.
 *
 * @param cores of this machine
 * @param group the limits of its container
 * @param placement the processors of the measurement
 * @param pause a second
 */
public record MachineCheck(
    Cores cores, ControlGroup group, Placement placement, IdleGate.Pause pause) {

  private static final int LEAST_SECONDS = 3;
  private static final int MOST_SECONDS = 6;

  /** While it waits, it says how things are each fifteen to thirty seconds. */
  private static final int LOOKS_PER_WORD = 5;

  /** Foreign programs with this share need no second look. */
  private static final double CLEARLY = 0.5;

  /**
   * Limits for the busiest processor: one of many that is taken is too little of all to be seen.
   */
  private static final double MOST_OF_ONE = 0.35;

  private static final double LITTLE_OF_ONE = 0.1;
  private static final double LITTLE_WAITED = 0.05;
  private static final double MOST_WAITED = 0.25;

  /** So many programs are named at most; each has at least this much of one processor. */
  private static final int MOST_NAMES = 3;

  private static final double LEAST_NAMED = 0.02;
  private static final int LEAST_PROCESSORS = 2;

  public static MachineCheck of(Placement placement) {
    return new MachineCheck(
        Cores.OF_THIS_MACHINE, ControlGroup.ofThisProcess(), placement, IdleGate.SECOND);
  }

  /** Looks for three to six seconds; knows no other system than Linux. */
  public Fitness look() throws InterruptedException {
    try {
      List<MachineUse> seen = new ArrayList<>(List.of(use()));
      Map<Integer, ProcessorTime> before = ProcessorTime.readEach(cores.proc());
      Frequency frequency = new Frequency(cores.sys(), used());
      long hot = frequency.timesTooHot();
      boolean goesOn = true;
      while (goesOn) {
        pause.aSecond();
        seen.add(use());
        goesOn = seen.size() <= MOST_SECONDS && !isClear(last(seen));
      }
      List<MachineUse> judged = isQuiet(last(seen)) ? last(seen) : seen;
      return new Fitness(findings(judged, quietSince(before), frequency.since(hot)));
    } catch (IOException e) {
      return Fitness.UNKNOWN;
    }
  }

  /**
   * Looks again and again, until the machine is fit.
   *
   * @param first what was seen before
   * @param patience for how long
   * @param still is told what is wrong, again and again
   * @return the last look, which may be of a machine that is not fit
   */
  public Fitness await(
      Fitness first, Duration patience, LongSupplier nanoTime, Consumer<Fitness> still)
      throws InterruptedException {
    long begin = nanoTime.getAsLong();
    Fitness now = first;
    int looks = 0;
    while (!now.isFit() && now.mayPass() && nanoTime.getAsLong() - begin < patience.toNanos()) {
      now = look();
      looks++;
      if (looks % LOOKS_PER_WORD == 0) {
        still.accept(now);
      }
    }
    return now;
  }

  /** Returns the processors of the measurement. */
  private List<Integer> used() {
    return placement.used(cores);
  }

  private MachineUse use() throws IOException {
    return MachineUse.read(cores.proc(), group, used());
  }

  private static List<MachineUse> last(List<MachineUse> seen) {
    return seen.subList(Math.max(0, seen.size() - 1 - LEAST_SECONDS), seen.size());
  }

  private static Disturbance disturbance(List<MachineUse> seen) {
    return seen.get(seen.size() - 1).since(seen.get(0));
  }

  private static boolean isQuiet(List<MachineUse> seen) {
    return disturbance(seen).degree() == Degree.NONE;
  }

  private static boolean isClear(List<MachineUse> seen) {
    return seen.size() > LEAST_SECONDS && (isQuiet(seen) || disturbance(seen).foreign() > CLEARLY);
  }

  private List<Finding> findings(List<MachineUse> seen, List<Integer> quiet, Finding frequency) {
    MachineUse from = seen.get(0);
    MachineUse to = seen.get(seen.size() - 1);
    Disturbance disturbance = to.since(from);
    List<Finding> findings = new ArrayList<>();
    Finding idle = idle(disturbance, seen, quiet);
    findings.add(idle);
    findings.add(
        new Finding(
            "stolen time",
            disturbance.ofStolen(),
            format("other machines on the host had %.1f %%", 100 * disturbance.stolen()),
            "Stop the other virtual machines of the host, or take a machine of its own.",
            true));
    waited(to.waitedSince(from), idle.degree()).ifPresent(findings::add);
    findings.add(frequency);
    Allowance allowance = new Allowance(group, cores.proc(), used().size());
    findings.add(allowance.quota(disturbance));
    findings.add(allowance.memory());
    findings.add(processors());
    return findings;
  }

  private static Finding idle(Disturbance disturbance, List<MachineUse> seen, List<Integer> quiet) {
    MachineUse to = seen.get(seen.size() - 1);
    Map<Integer, Double> busy = to.busySince(seen.get(0));
    int worst = busy.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    // Nobody knows where the lab itself ran; it may all have been there.
    double most = Math.max(0, busy.getOrDefault(worst, 0.0) - to.oursOfOneSince(seen.get(0)));
    Degree degree = disturbance.ofForeign().or(Degree.of(most, LITTLE_OF_ONE, MOST_OF_ONE));
    int count = busy.size();
    String figure =
        degree == Degree.NONE
            ? format("%.0f %% of %d processors are free", 100 * (1 - disturbance.foreign()), count)
            : format(
                "other programs have %.1f of %d processors, %.0f %% of processor %d%s",
                count * disturbance.foreign(), count, 100 * most, worst, names(seen));
    String elsewhere =
        quiet.size() < LEAST_PROCESSORS
            ? ""
            : ", or use processors that are quiet: --cpus " + Placement.halves(quiet);
    return new Finding("idle time", degree, figure, "End them" + elsewhere + ".", true);
  }

  /** Names the programs with the most processor time, added up from second to second. */
  private static String names(List<MachineUse> seen) {
    Map<String, Double> ticks = new HashMap<>();
    for (int i = 1; i < seen.size(); i++) {
      Programs now = seen.get(i).programs();
      now.othersSince(seen.get(i - 1).programs())
          .forEach((name, used) -> ticks.merge(name, used, Double::sum));
    }
    double wall = seen.get(seen.size() - 1).wallTicksSince(seen.get(0));
    String words =
        ticks.entrySet().stream()
            .filter(used -> used.getValue() >= LEAST_NAMED * wall)
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(MOST_NAMES)
            .map(used -> format("%s %.1f", used.getKey(), used.getValue() / wall))
            .collect(joining(", "));
    return words.isEmpty() ? " (they cannot be seen from this container)" : " (" + words + ")";
  }

  /** Returns the processors that nobody used, those of one physical core beside each other. */
  private List<Integer> quietSince(Map<Integer, ProcessorTime> before) throws IOException {
    Map<Integer, ProcessorTime> now = ProcessorTime.readEach(cores.proc());
    List<Integer> quiet = new ArrayList<>(cores.byPhysicalCore());
    quiet.removeIf(
        core -> {
          ProcessorTime then = before.getOrDefault(core, ProcessorTime.NONE);
          double idle = now.getOrDefault(core, ProcessorTime.NONE).idleSince(then);
          return idle < 1 - LITTLE_OF_ONE;
        });
    return quiet;
  }

  /**
   * Says what the kernel knows of threads that wait.
   *
   * @param idle what the time of other programs says already
   */
  private Optional<Finding> waited(double share, Degree idle) {
    Degree degree = Degree.of(share, LITTLE_WAITED, MOST_WAITED);
    if (idle == Degree.NONE && used().size() < cores.byPhysicalCore().size()) {
      degree = degree == Degree.NONE ? degree : Degree.SOME; // they wait for other processors
    }
    return Double.isNaN(share)
        ? Optional.empty()
        : Optional.of(
            new Finding(
                "run queue",
                degree,
                format("some thread waited for a processor %.0f %% of the time", 100 * share),
                idle == Degree.TOO_MUCH
                    ? ""
                    : "End other programs, also those outside of this container.",
                true));
  }

  private Finding processors() {
    return new Finding(
        "processors",
        placement.isShared() ? Degree.SOME : Degree.NONE,
        placement.isShared()
            ? format("server and generator share %d", used().size())
            : "server on %s, generator on %s"
                .formatted(Placement.list(placement.server()), Placement.list(placement.load())),
        "To keep them apart takes two processors, and taskset (package util-linux).",
        false);
  }
}
