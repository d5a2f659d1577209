package tailgate.lab.cli;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;
import tailgate.lab.LabException;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.machine.Isolation;
import tailgate.lab.machine.Isolation.Collector;
import tailgate.lab.machine.Placement;

/** How server and load are kept apart, and a run from the rest of the machine. */
final class IsolationOptions {

  /** What to do if the machine has other work. */
  enum OnBusy {
    REFUSE,
    RECORD,
    IGNORE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final int IDLE_SECONDS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Option(
      names = "--cpus",
      scope = ScopeType.INHERIT,
      paramLabel = "PLACES",
      converter = PlacementConverter.class,
      description =
          "server=LIST,load=LIST: the processors of the server, and those of the load generator and"
              + " the lab, such as server=0-1,load=2,3; or shared (default: half of them for each"
              + " where there is taskset)")
  @Nullable Placement placement;

  @Option(
      names = "--gc",
      scope = ScopeType.INHERIT,
      paramLabel = "NAME",
      converter = CollectorConverter.class,
      description =
          "the garbage collector of all servers: serial, parallel, g1, zgc, or default for the"
              + " choice of the JVM (default: g1)")
  @Nullable Collector collector;

  @Option(
      names = "--on-busy",
      scope = ScopeType.INHERIT,
      paramLabel = "WHAT",
      converter = OnBusyConverter.class,
      description =
          "if the machine is not idle before a run: refuse the run after two minutes, record this"
              + " and go on, or ignore it and do not check (default: refuse; with --quick record)")
  @Nullable OnBusy onBusy;

  /**
   * Moves this process to its processors.
   *
   * @param quick whether to look at the machine for a second only
   */
  Isolation isolation(boolean quick) throws LabException, InterruptedException {
    return isolation(ofAllServers(), quick);
  }

  /** The same where each server has a collector of its own. */
  Isolation ofOwnCollectors(boolean quick) throws LabException, InterruptedException {
    return isolation(Collector.COMPARED, quick);
  }

  /** Whether the command line names one for all servers. */
  boolean hasCollector() {
    return collector != null;
  }

  private Collector ofAllServers() {
    return Objects.requireNonNullElse(collector, Collector.G1);
  }

  private Isolation isolation(Collector ofServers, boolean quick)
      throws LabException, InterruptedException {
    Placement places = placement == null ? Placement.usual() : placement;
    places.check();
    places.moveThisProcess();
    Isolation isolation = new Isolation(places, ofServers, gate(quick));
    return places.canPutFirst() ? isolation : isolation.inTurn();
  }

  /** The same if the servers have a machine of their own: then all of this one is the load's. */
  Isolation elsewhere(boolean quick, IdleGate.Other machine) {
    return new Isolation(Placement.SHARED, ofAllServers(), gate(quick).and(machine));
  }

  private IdleGate gate(boolean quick) {
    OnBusy what = onBusy == null ? (quick ? OnBusy.RECORD : OnBusy.REFUSE) : onBusy;
    int seconds = quick ? 1 : IDLE_SECONDS;
    return switch (what) {
      case REFUSE -> IdleGate.of(seconds, PATIENCE, true);
      case RECORD -> IdleGate.of(seconds, Duration.ofSeconds(seconds), false);
      case IGNORE -> IdleGate.OPEN;
    };
  }

  static final class PlacementConverter implements ITypeConverter<Placement> {
    @Override
    public Placement convert(String text) {
      try {
        return Placement.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  static final class CollectorConverter implements ITypeConverter<Collector> {
    @Override
    public Collector convert(String text) {
      return oneOf(Collector.all(), "collector", text);
    }
  }

  static final class OnBusyConverter implements ITypeConverter<OnBusy> {
    @Override
    public OnBusy convert(String text) {
      return oneOf(OnBusy.class, "choice", text);
    }
  }

  /** The constant whose name in lower case is this text; others are refused. */
  static <E extends Enum<E>> E oneOf(Class<E> type, String what, String text) {
    return oneOf(List.of(type.getEnumConstants()), what, text);
  }

  private static <E extends Enum<E>> E oneOf(List<E> constants, String what, String text) {
    StringBuilder all = new StringBuilder();
    for (E constant : constants) {
      String name = constant.name().toLowerCase(Locale.ROOT);
      if (name.equals(text)) {
        return constant;
      }
      all.append(all.isEmpty() ? "" : ", ").append(name);
    }
    throw new TypeConversionException("no %s '%s'; there are %s".formatted(what, text, all));
  }
}
