package tailgate.lab.line;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import tailgate.lab.LabException;
import tailgate.lab.load.LineUse;
import tailgate.lab.machine.NetworkLine;
import tailgate.lab.machine.Tool;

/**
 * A pair of {@link Tun} interfaces, and between them a {@link Relay} for each direction. It needs
 * nothing of the kernel that small ones do not have, but processor time of the lab: two system
 * calls and a change of threads for each packet.
 *
 * <p>Its four threads begin with it. They end when the interfaces are removed, by {@link #close} or
 * by anybody else.
 */
final class RelayedLine implements Way {

  /** So many wait at an end until the relay has read them; more would be lost. */
  private static final int MOST_PACKETS = 100_000;

  /** The largest packet of a line that can lose packets, as on Ethernet. */
  private static final int ONE_SEGMENT = 1_500;

  private static final int LARGEST = 65_535;
  private static final long SEED = 1;
  private static final long END_MILLIS = 2_000;

  private static final Relay.Clock SYSTEM =
      new Relay.Clock() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void awaitNanos(long time) throws InterruptedException {
          for (long left = time - nanos(); left > 0; left = time - nanos()) {
            if (Thread.interrupted()) {
              throw new InterruptedException();
            }
            LockSupport.parkNanos(left);
          }
        }
      };

  private final Ends ends;
  private final Tun server;
  private final Tun load;
  private final Relay toLoad;
  private final Relay toServer;
  private final List<Thread> threads;

  private RelayedLine(Ends ends, NetworkLine line, Tun server, Tun load) {
    this.ends = ends;
    this.server = server;
    this.load = load;
    SplittableRandom random = new SplittableRandom(SEED);
    toLoad = new Relay(line, server, load, SYSTEM, random.split()::nextDouble);
    toServer = new Relay(line, load, server, SYSTEM, random.split()::nextDouble);
    threads =
        List.of(
            thread("line-from-server", toLoad::take),
            thread("line-to-load", toLoad::pass),
            thread("line-from-load", toServer::take),
            thread("line-to-server", toServer::pass));
  }

  /**
   * Lays the line.
   *
   * @param lacking why the kernel cannot
   * @throws LabException if the lab cannot either
   */
  static RelayedLine lay(Ends ends, NetworkLine line, String lacking)
      throws LabException, InterruptedException {
    String loadName = "load" + ends.lab(); // until it is in the namespace
    Tun server = open(ends.serverEnd(), lacking);
    try {
      Tun load = open(loadName, lacking);
      try {
        return between(ends, line, server, load, loadName);
      } catch (LabException | InterruptedException | RuntimeException | Error e) {
        load.close();
        throw e;
      }
    } catch (LabException | InterruptedException | RuntimeException | Error e) {
      server.close();
      throw e;
    }
  }

  private static RelayedLine between(
      Ends ends, NetworkLine line, Tun server, Tun load, String loadName)
      throws LabException, InterruptedException {
    int largest = Ends.losesPackets(line) ? ONE_SEGMENT : LARGEST;
    String move = format("ip link set dev %s netns %d name %s", loadName, ends.held(), Ends.LOAD);
    Ends.lay(List.of(ends.outside(move)));
    Ends.lay(ends.up(format("mtu %d txqueuelen %d ", largest, MOST_PACKETS)));
    RelayedLine laid = new RelayedLine(ends, line, server, load);
    laid.threads.forEach(Thread::start);
    return laid;
  }

  private static Tun open(String name, String lacking) throws LabException {
    try {
      return new Tun(name);
    } catch (IOException | LinkageError e) {
      throw new LabException(
          ("--line needs netem, which the kernel does not have or has not loaded (tc: %s; it may"
                  + " come with: modprobe sch_netem), or else %s")
              .formatted(lacking, e.getMessage()),
          e);
    }
  }

  private interface Step {

    /** Takes this step, and returns whether there will be another one. */
    boolean take() throws IOException, InterruptedException;
  }

  private static Thread thread(String name, Step step) {
    return Thread.ofPlatform().name(name).daemon().unstarted(() -> run(step));
  }

  private static void run(Step step) {
    Realtime.claim();
    repeat(step);
  }

  private static void repeat(Step step) {
    boolean goesOn = true;
    while (goesOn) {
      try {
        goesOn = step.take();
      } catch (IOException e) {
        // The interface at the other end is down: the packet is gone, and the next one may not be.
        goesOn = true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        goesOn = false;
      }
    }
  }

  @Override
  public void change(NetworkLine to) {
    toLoad.change(to);
    toServer.change(to);
  }

  @Override
  public Optional<LineUse> use() {
    return Optional.of(Relay.use(toLoad, toServer));
  }

  /** Removes the interfaces; the threads then read the end of their input. */
  @Override
  public void close() throws InterruptedException {
    Tool.failure(List.of("ip", "link", "delete", "dev", ends.serverEnd()));
    Tool.failure(ends.inside("ip link delete dev " + Ends.LOAD));
    for (Thread thread : threads) {
      thread.join(END_MILLIS);
    }
    if (threads.stream().noneMatch(Thread::isAlive)) {
      server.close();
      load.close();
    }
  }

  @Override
  public String toString() {
    return "relayed by the lab";
  }
}
