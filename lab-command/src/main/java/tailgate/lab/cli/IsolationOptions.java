package tailgate.lab.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import tailgate.lab.LabException;
import tailgate.lab.machine.Fitness;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.machine.Isolation;
import tailgate.lab.machine.Isolation.Collector;
import tailgate.lab.machine.MachineCheck;
import tailgate.lab.machine.Placement;

/** Says how server and load are kept apart, and a run from the rest of the machine. */
final class IsolationOptions {

  /** Says what to do if the machine has other work. */
  enum OnBusy {
    REFUSE,
    WAIT,
    RECORD,
    IGNORE
  }

  private static final int IDLE_SECONDS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** The lab waits so long for a machine on which nothing was measured yet. */
  private static final Duration LONG_PATIENCE = Duration.ofMinutes(30);

  @Option(
      names = "--cpus",
      scope = ScopeType.INHERIT,
      paramLabel = "PLACES",
      description =
          "server=LIST,load=LIST: the processors of the server, and those of the load generator and"
              + " the lab, such as server=0-1,load=2,3; server=0-1,load=1 for a load of few"
              + " requests a second that runs before the server; or shared (default: half of them"
              + " for each where there is taskset)")
  @Nullable Placement placement;

  @Option(
      names = "--gc",
      scope = ScopeType.INHERIT,
      paramLabel = "NAME",
      description =
          "the garbage collector of all servers: serial, parallel, g1, zgc, or default for the"
              + " choice of the JVM (default: g1)")
  @Nullable Collector collector;

  @Option(
      names = "--on-busy",
      scope = ScopeType.INHERIT,
      paramLabel = "WHAT",
      description =
          "if the machine is not fit to measure, as \"./tailgate doctor\" sees it: refuse, wait for"
              + " up to half an hour, record this and go on, or ignore it and do not look (default:"
              + " wait at a terminal, else refuse)")
  @Nullable OnBusy onBusy;

  /** What was seen of this machine before all else. Confined to the thread of the command. */
  private Fitness fitness = Fitness.UNKNOWN;

  /**
   * Looks at this machine for some seconds, before anything is measured on it.
   *
   * @param console gets what is wrong, if the lab goes on nevertheless
   * @param all whether the servers have a machine of their own, and the load all of this one
   * @throws LabException if the machine is not fit, and the user does not want to go on
   */
  Fitness look(PrintWriter console, boolean all) throws LabException, InterruptedException {
    OnBusy what = onBusy();
    if (what == OnBusy.IGNORE) {
      return fitness;
    }
    Placement places = all ? Placement.SHARED : places();
    places.check();
    MachineCheck check = MachineCheck.of(places);
    fitness = check.look();
    if (what == OnBusy.WAIT && !fitness.isFit() && fitness.mayPass()) {
      say(console, fitness.reason() + " Waiting for up to half an hour; Ctrl-C ends this.");
      fitness =
          check.await(
              fitness,
              LONG_PATIENCE,
              System::nanoTime,
              still -> say(console, "still waiting: " + still.words()));
    }
    if (!fitness.isFit() && what != OnBusy.RECORD) {
      throw new LabException(fitness.objection());
    }
    if (!fitness.isFit()) {
      say(console, fitness.reason() + " It goes on, and the report says so (--on-busy record).");
    }
    return fitness;
  }

  private static void say(PrintWriter console, String line) {
    console.println("tailgate: " + line);
    console.flush();
  }

  @SuppressWarnings("SystemConsoleNull") // Lab has asked for the console that is null
  private OnBusy onBusy() {
    return onBusy != null ? onBusy : System.console() == null ? OnBusy.REFUSE : OnBusy.WAIT;
  }

  private Placement places() throws InterruptedException {
    return placement == null ? Placement.usual() : placement;
  }

  /**
   * Moves this process to its processors, and keeps servers and load apart.
   *
   * @param quick whether to look at the machine for a second only
   */
  Isolation isolation(boolean quick) throws LabException, InterruptedException {
    return isolation(ofAllServers(), quick);
  }

  /** Keeps them apart for servers that have a collector each. */
  Isolation ofOwnCollectors(boolean quick) throws LabException, InterruptedException {
    return isolation(Collector.COMPARED, quick);
  }

  /** Returns whether the command line names a collector for all servers. */
  boolean hasCollector() {
    return collector != null;
  }

  private Collector ofAllServers() {
    return Objects.requireNonNullElse(collector, Collector.G1);
  }

  private Isolation isolation(Collector ofServers, boolean quick)
      throws LabException, InterruptedException {
    Placement places = places();
    places.check();
    places.moveThisProcess();
    Isolation isolation = new Isolation(places, ofServers, gate(places, quick));
    return places.canPutFirst() ? isolation : isolation.inTurn();
  }

  /** Isolates servers on a machine of their own: then all of this one is the load's. */
  Isolation elsewhere(boolean quick, IdleGate.Other machine) {
    IdleGate both = gate(Placement.SHARED, quick).and(machine);
    return new Isolation(Placement.SHARED, ofAllServers(), both);
  }

  private IdleGate gate(Placement places, boolean quick) {
    int seconds = quick ? 1 : IDLE_SECONDS;
    return switch (onBusy()) {
      case IGNORE -> IdleGate.OPEN;
      case RECORD -> IdleGate.of(places, seconds, Duration.ofSeconds(seconds), false);
      case REFUSE, WAIT ->
          IdleGate.of(places, seconds, quick ? Duration.ofSeconds(seconds) : PATIENCE, !quick)
              .after(fitness);
    };
  }
}
