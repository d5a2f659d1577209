package tailgate.lab.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How the parties of a run are kept apart, from each other and from other programs.
 *
 * @param placement which processors they have
 * @param collector of the server's JVM, the same for all servers unless they are {@link
 *     Collector#COMPARED}: on one processor the JVM would silently choose another one than on two
 * @param gate when a run may begin
 * @param line between the load and the servers; empty if that is the loopback interface
 * @param loaders the other machines that the load comes from; empty if it comes from this one
 * @param first whether the system lets a generator run before all else on its processors; if not,
 *     more requests leave late. False if the processors are shared
 */
public record Isolation(
    Placement placement,
    Collector collector,
    IdleGate gate,
    Optional<LaidLine> line,
    Optional<Loaders> loaders,
    boolean first) {

  /**
   * Other machines from which load comes.
   *
   * @param host the address at which they reach the servers of this machine
   * @param names for reports
   */
  public record Loaders(String host, String names) {}

  /** An isolation on the loopback interface of a system where a generator may run first. */
  public Isolation(Placement placement, Collector collector, IdleGate gate) {
    this(placement, collector, gate, Optional.empty(), Optional.empty(), !placement.isShared());
  }

  /** A garbage collector of HotSpot. */
  public enum Collector {
    SERIAL("-XX:+UseSerialGC"),
    PARALLEL("-XX:+UseParallelGC"),
    G1("-XX:+UseG1GC"),
    ZGC("-XX:+UseZGC"),
    /** The JVM chooses a collector for the machine. */
    DEFAULT(""),
    /** Each server has one of its own among its options: the experiment compares them. */
    COMPARED("");

    private final String option;

    Collector(String option) {
      this.option = option;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the collectors that a user can name. */
    public static List<Collector> all() {
      return List.of(SERIAL, PARALLEL, G1, ZGC, DEFAULT);
    }

    /** Returns the options of a JVM that has this collector. */
    public List<String> options() {
      return option.isEmpty() ? List.of() : List.of(option);
    }
  }

  /** Everything is shared, and a run begins at once. */
  public static final Isolation NONE =
      new Isolation(Placement.SHARED, Collector.DEFAULT, IdleGate.OPEN);

  /** Returns a copy for a system where no generator may run first. */
  public Isolation inTurn() {
    return new Isolation(placement, collector, gate, line, loaders, false);
  }

  public Isolation at(IdleGate other) {
    return new Isolation(placement, collector, other, line, loaders, first);
  }

  /** Returns a copy with a line between the load and the servers. */
  public Isolation across(LaidLine laid) {
    return new Isolation(placement, collector, gate, Optional.of(laid), loaders, first);
  }

  /** Returns a copy with a load from other machines, which have to be quiet, too. */
  public Isolation from(Loaders machines, List<IdleGate.Other> idle) {
    IdleGate all = gate;
    for (IdleGate.Other machine : idle) {
      all = all.and(machine);
    }
    return new Isolation(placement, collector, all, line, Optional.of(machines), first);
  }

  /** Returns the address on which servers listen, and at which the load asks them. */
  public String host() {
    return line.map(LaidLine::host).or(() -> loaders.map(Loaders::host)).orElse(Ports.HOST);
  }

  /** Returns the command of a generator, on the load's processors and at its end of the line. */
  public List<String> ofLoad(List<String> command) {
    return atItsEnd(placement.ofLoad(command));
  }

  /** Returns the command of a generator of low rates, as {@link #ofLoad} does. */
  public List<String> ofPunctualLoad(List<String> command) {
    return atItsEnd(placement.ofPunctualLoad(command));
  }

  private List<String> atItsEnd(List<String> command) {
    List<String> prefixed = new ArrayList<>(line.map(LaidLine::prefix).orElse(List.of()));
    prefixed.addAll(command);
    return prefixed;
  }

  @Override
  public String toString() {
    String places =
        placement.isShared()
            ? "shared by server, generator and lab"
            : "server on %s, generator and lab on %s%s"
                .formatted(
                    Placement.list(placement.server()),
                    Placement.list(placement.load()),
                    !first
                        ? " (no generator may run first)"
                        : placement.isWithin() ? ", before the server" : "");
    String between = line.map(laid -> "; a line between them of " + laid).orElse("");
    String from = loaders.map(machines -> "; load from " + machines.names()).orElse("");
    return "%s%s%s; collector of the servers: %s".formatted(places, between, from, collector);
  }
}
