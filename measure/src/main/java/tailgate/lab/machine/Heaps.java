package tailgate.lab.machine;

import java.util.List;
import java.util.OptionalLong;

/**
 * How large the heaps of a measurement may be, in MiB, where a container limits the memory: the
 * lab, a server and a generator run at the same time, and each JVM needs memory outside its heap.
 * Who exceeds the limit is killed by the kernel, without a word.
 *
 * @param limitMib of the container; empty if there is none
 */
public record Heaps(OptionalLong limitMib) {

  private static final long LAB = 160;

  /** The memory of a server's JVM outside its heap: code, classes, threads, buffers. */
  private static final long BESIDE_SERVER = 140;

  /** The memory of a generator's JVM outside its heap. */
  private static final long BESIDE_GENERATOR = 160;

  /** The memory of a lab that drives the load of several servers itself. */
  private static final long DRIVING_LAB = 400;

  /** The smallest heaps with which anything can be measured. */
  private static final long LEAST_SERVER = 48;

  private static final long LEAST_GENERATOR = 112;

  /** The memory that a container needs at least. */
  static final long LEAST = LAB + BESIDE_SERVER + LEAST_SERVER + BESIDE_GENERATOR + LEAST_GENERATOR;

  /** The heaps on a machine whose limits nobody knows. */
  public static final Heaps UNLIMITED = new Heaps(OptionalLong.empty());

  /** Returns the heaps in this process's container. */
  public static Heaps ofThisMachine() {
    return new Heaps(ControlGroup.ofThisProcess().memoryMib());
  }

  /** Returns what is left for both heaps, as if the smallest ones fit. */
  private long room() {
    return Math.max(limitMib.orElseThrow(), LEAST) - (LEAST - LEAST_SERVER - LEAST_GENERATOR);
  }

  /** Returns the size of a generator's heap: what it wants, if that fits beside a server. */
  public long ofGenerator(long wanted) {
    return limitMib.isEmpty() ? wanted : Math.min(wanted, room() - serverShare());
  }

  /** Returns a third of what is left, and no more than the quarter that a JVM takes by itself. */
  private long serverShare() {
    return Math.max(LEAST_SERVER, Math.min(room() / 3, limitMib.orElseThrow() / 4));
  }

  /** Returns the memory that so many servers need at least if they run at a time. */
  public static long leastOf(int servers) {
    return DRIVING_LAB + servers * (BESIDE_SERVER + LEAST_SERVER);
  }

  /** Returns whether there is room for so many servers at a time. */
  public boolean haveRoomFor(int servers) {
    return limitMib.isEmpty() || limitMib.getAsLong() >= leastOf(servers);
  }

  /** Returns the size of the heap of each of so many servers: what it wants, if that fits. */
  public long ofEach(int servers, long wanted) {
    return limitMib.isEmpty()
        ? wanted
        : Math.clamp(
            (limitMib.getAsLong() - DRIVING_LAB) / servers - BESIDE_SERVER, LEAST_SERVER, wanted);
  }

  /** Returns the option of a server's JVM: none without a limit, or if the server has its own. */
  public List<String> ofServer(List<String> options) {
    return limitMib.isEmpty() || options.stream().anyMatch(option -> option.startsWith("-Xmx"))
        ? List.of()
        : List.of("-Xmx" + serverShare() + "m");
  }
}
