package tailgate.lab.machine;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tailgate.lab.LabException;

/**
 * Which processors the server has, and which the load generator and the lab. If they share all of
 * them, each disturbs the other.
 *
 * @param server the numbers of its processors; none if they are shared
 * @param load those of the generator and the lab; none if they are shared. They are no processors
 *     of the server, or all are: then the server has others, and the generator runs before it
 */
public record Placement(List<Integer> server, List<Integer> load) {

  /** Server, generator and lab run wherever the kernel lets them. */
  public static final Placement SHARED = new Placement(List.of(), List.of());

  /**
   * Lets a JVM on the load's processors have the first just-in-time compiler alone. The second one
   * would take the processor from the generator, for milliseconds at a time, and in a short load it
   * costs more than it gains.
   */
  public static final String FIRST_COMPILER_ALONE = "-XX:TieredStopAtLevel=1";

  /**
   * Stands before a command. The level is the least of all above ordinary threads, below that of a
   * relay of packets.
   */
  private static final List<String> FIRST_IF_ALLOWED =
      List.of("sh", "-c", "chrt -f 1 true 2>/dev/null && exec chrt -f 1 \"$@\"; exec \"$@\"", "sh");

  /** Runs {@code chrt} for all threads of a process that runs; threads inherit it. */
  private static final List<String> ALL_FIRST = List.of("chrt", "-a", "-f", "-p", "1");

  private static final List<String> ALL_ORDINARY = List.of("chrt", "-a", "-o", "-p", "0");

  /** Fails if the system does not let a program run first. */
  private static final String[] TRY_FIRST = {"chrt", "-f", "1", "true"};

  private static final String SHARED_WORD = "shared";
  private static final Pattern BOTH = Pattern.compile("server=([\\d,-]+),load=([\\d,-]+)");

  public Placement {
    server = List.copyOf(server);
    load = List.copyOf(load);
    if (server.isEmpty() != load.isEmpty()) {
      throw new IllegalArgumentException("server and load both have processors, or none has");
    }
  }

  /**
   * Returns the processors of both parties; if they share them, those that this process may use.
   */
  List<Integer> used(Cores cores) {
    List<Integer> used = new ArrayList<>(server);
    used.addAll(load);
    return used.isEmpty() ? cores.allowed() : used.stream().distinct().toList();
  }

  /**
   * Gives each party half of the processors, if there are two and taskset exists; else shared. A
   * container with a quota gets no more than it is worth, if it is worth two: then it stops nobody.
   */
  public static Placement usual() throws InterruptedException {
    boolean canPin = Tool.output("taskset", "--version").isPresent();
    return canPin
        ? usual(Cores.OF_THIS_MACHINE.byPhysicalCore(), ControlGroup.ofThisProcess().processors())
        : SHARED;
  }

  static Placement usual(List<Integer> cores, OptionalDouble quota) {
    int worth = (int) Math.min(cores.size(), quota.orElse(Double.MAX_VALUE));
    return halves(worth < 2 ? cores : cores.subList(0, worth));
  }

  /** Gives the server the first half, and each at least one; shared if there is one only. */
  static Placement halves(List<Integer> cores) {
    int half = cores.size() / 2;
    return half == 0
        ? SHARED
        : new Placement(cores.subList(0, half), cores.subList(half, cores.size()));
  }

  /**
   * Parses a placement as on the command line: {@code shared}, or {@code server=0-1,load=2,3}.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static Placement parse(String text) {
    if (text.equals(SHARED_WORD)) {
      return SHARED;
    }
    Matcher both = BOTH.matcher(text);
    if (!both.matches()) {
      throw new IllegalArgumentException(
          "'%s' is neither 'shared' nor as server=0,load=1".formatted(text));
    }
    Placement placement = new Placement(Cores.parse(both.group(1)), Cores.parse(both.group(2)));
    if (placement.server.stream().anyMatch(placement.load::contains) && !placement.isWithin()) {
      throw new IllegalArgumentException("'%s' gives a processor to both".formatted(text));
    }
    return placement;
  }

  /** Refuses processors that do not exist, and a machine whose processors cannot be divided. */
  public void check() throws LabException, InterruptedException {
    if (isShared()) {
      return;
    }
    if (Tool.output("taskset", "--version").isEmpty()) {
      throw new LabException("--cpus needs the command taskset; without it, say --cpus shared");
    }
    if (isWithin() && !canPutFirst()) {
      throw new LabException(
          "a generator on a processor of the server has to run before it, which this system does"
              + " not allow (chrt -f 1 true)");
    }
    List<Integer> allowed = Cores.OF_THIS_MACHINE.allowed();
    List<Integer> wanted = new ArrayList<>(server);
    wanted.addAll(load);
    wanted.removeAll(allowed);
    if (!wanted.isEmpty()) {
      throw new LabException(
          "there is no processor %s; this process may use %s"
              .formatted(list(wanted), list(allowed)));
    }
  }

  /** Moves this process, and what it starts from now on, to the processors of the load. */
  public void moveThisProcess() throws LabException, InterruptedException {
    String pid = Long.toString(ProcessHandle.current().pid());
    if (!isShared() && Tool.output("taskset", "-a", "-c", "-p", list(load), pid).isEmpty()) {
      throw new LabException("taskset cannot move the lab to processor " + list(load));
    }
  }

  /**
   * Returns whether the load is on some of the server's processors, and the server on others too.
   */
  boolean isWithin() {
    return server.size() > load.size() && server.containsAll(load);
  }

  public boolean isShared() {
    return server.isEmpty();
  }

  /** Returns the command of a server, on the server's processors. */
  public List<String> ofServer(List<String> command) {
    return on(server, command);
  }

  /** Returns the command of a generator, on the load's processors. */
  public List<String> ofLoad(List<String> command) {
    return on(load, command);
  }

  /**
   * Returns the command of a generator of low rates. It runs as soon as a request is due, before
   * all else on its processors (SCHED_FIFO, sched(7)), if the system allows that and the server has
   * processors of its own. SCHED_IDLE of a back end does not do, because the kernel weighs sessions
   * before it looks at threads (autogroups), and each process of PostgreSQL begins a session.
   */
  public List<String> ofPunctualLoad(List<String> command) {
    if (isShared()) {
      return List.copyOf(command);
    }
    List<String> first = new ArrayList<>(FIRST_IF_ALLOWED);
    first.addAll(command);
    return on(load, first);
  }

  /**
   * Lets all threads of a generator run before all else on its processors, as {@link
   * #ofPunctualLoad} does, or no longer. Where the system does not allow it, or the processors are
   * shared, nothing changes. All threads, because one that runs first and waits for an ordinary one
   * without sleeping would wait until the kernel stops it, for a second.
   */
  public void putFirst(long pid, boolean first) throws InterruptedException {
    if (!isShared()) {
      List<String> command = new ArrayList<>(first ? ALL_FIRST : ALL_ORDINARY);
      command.add(Long.toString(pid));
      Tool.output(command.toArray(String[]::new));
    }
  }

  /** Whether {@link #putFirst} changes anything. */
  public boolean canPutFirst() throws InterruptedException {
    return !isShared() && Tool.output(TRY_FIRST).isPresent();
  }

  /**
   * Returns the command of a back end: on the load's processors, because in production it is on
   * another machine than the server. It gets what the generator leaves of them (SCHED_IDLE,
   * sched(7)): else requests would leave late. A low priority (nice) would not do, because the
   * scheduler lets a thread finish its slice of some milliseconds, whatever its weight is.
   */
  public List<String> ofBackEnd(List<String> command) {
    List<String> yielding = new ArrayList<>(List.of("chrt", "-i", "0"));
    yielding.addAll(command);
    return isShared() ? List.copyOf(command) : on(load, yielding);
  }

  /** Returns how many processors the generator has. */
  public int loadCores() {
    return isShared() ? Runtime.getRuntime().availableProcessors() : load.size();
  }

  /** Pins a command: taskset becomes the command, so the process keeps its number. */
  private static List<String> on(List<Integer> cores, List<String> command) {
    if (cores.isEmpty()) {
      return List.copyOf(command);
    }
    List<String> pinned = new ArrayList<>(List.of("taskset", "-c", list(cores)));
    pinned.addAll(command);
    return List.copyOf(pinned);
  }

  /** Returns processors as on the command line: {@code 0,1,5}. */
  public static String list(List<Integer> cores) {
    return cores.stream().map(String::valueOf).collect(joining(","));
  }

  /** Returns the placement as on the command line; reports have it, too. */
  @Override
  public String toString() {
    return isShared() ? SHARED_WORD : "server=%s,load=%s".formatted(list(server), list(load));
  }
}
