package tailgate.lab.monitor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import tailgate.lab.machine.ControlGroup;
import tailgate.lab.machine.Cores;

/**
 * A running server with the kernel and the clock of its machine, which need not be this one.
 * Thread-safe.
 */
public interface WatchedServer {

  /** Returns the number of the server's process on its machine. */
  long pid();

  /**
   * Reads {@code PID/stat} and at least the first line of {@code stat} at one moment: between the
   * call and its return.
   *
   * @throws IOException if its machine does not answer
   */
  Proc stat() throws IOException;

  /**
   * Returns all that {@link MachineCounters} reads, and {@code PID/status}.
   *
   * @throws IOException if its machine does not answer
   */
  Proc counters() throws IOException;

  /** Reads what is taken from a run on this machine until now; empty for another machine. */
  default Optional<LocalCounters> local() {
    return Optional.empty();
  }

  /** Returns the server's time in milliseconds since 1970; empty if its machine does not say. */
  OptionalLong epochMillis();

  /**
   * Brings what the server's JVM has logged until now.
   *
   * @param log the file here
   * @throws IOException if its machine does not answer
   */
  void bring(Path log) throws IOException;

  /**
   * A server on this machine.
   *
   * @param processes gives the numbers of all of its processes
   */
  record Here(long pid, Supplier<Set<Long>> processes) implements WatchedServer {

    /** A server that is one process. */
    public Here(long pid) {
      this(pid, () -> Set.of(pid));
    }

    static final Path PROC = Path.of("/proc");

    @Override
    public Proc stat() {
      return Proc.in(PROC);
    }

    @Override
    public Proc counters() {
      return Proc.in(PROC);
    }

    @Override
    public Optional<LocalCounters> local() {
      return LocalCounters.read(
          Cores.OF_THIS_MACHINE, ControlGroup.ofThisProcess(), processes.get());
    }

    @Override
    public OptionalLong epochMillis() {
      return OptionalLong.of(System.currentTimeMillis());
    }

    @Override
    public void bring(Path log) {
      // its JVM writes this file itself
    }
  }
}
