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

  /** The lab with its heap. */
  private static final long LAB = 160;

  /** A server's JVM outside its heap: code, classes, threads, buffers. */
  private static final long BESIDE_SERVER = 140;

  /** The same of a generator. */
  private static final long BESIDE_GENERATOR = 160;

  /** The smallest heaps with which anything can be measured. */
  private static final long LEAST_SERVER = 48;

  private static final long LEAST_GENERATOR = 112;

  /** What a container needs at least. */
  static final long LEAST = LAB + BESIDE_SERVER + LEAST_SERVER + BESIDE_GENERATOR + LEAST_GENERATOR;

  /** On a machine whose limits nobody knows. */
  public static final Heaps UNLIMITED = new Heaps(OptionalLong.empty());

  /** In this process's container. */
  public static Heaps here() {
    return new Heaps(ControlGroup.ofThisProcess().memoryMib());
  }

  /** What is left for both heaps, as if the smallest ones fit. */
  private long room() {
    return Math.max(limitMib.orElseThrow(), LEAST) - (LEAST - LEAST_SERVER - LEAST_GENERATOR);
  }

  /** For a generator's heap: what it wants, if that fits beside a server. */
  public long ofGenerator(long wanted) {
    return limitMib.isEmpty() ? wanted : Math.min(wanted, room() - serverShare());
  }

  /** A third of what is left, and no more than the quarter that a JVM takes by itself. */
  private long serverShare() {
    return Math.max(LEAST_SERVER, Math.min(room() / 3, limitMib.orElseThrow() / 4));
  }

  /** The option of a server's JVM: none without a limit, or if it has one of its own. */
  public List<String> ofServer(List<String> options) {
    return limitMib.isEmpty() || options.stream().anyMatch(its -> its.startsWith("-Xmx"))
        ? List.of()
        : List.of("-Xmx" + serverShare() + "m");
  }
}
