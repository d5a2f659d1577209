package tailgate.lab.monitor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import tailgate.lab.machine.ControlGroup;
import tailgate.lab.machine.Cores;

/**
 * A running server with the kernel and the clock of its machine, which need not be this one.
 * Thread-safe.
 */
public interface WatchedServer {

  /** Its number on its machine. */
  long pid();

  /**
   * {@code PID/stat}, and at least the first line of {@code stat}, read at one moment: between the
   * call and its return.
   *
   * @throws IOException if its machine does not answer
   */
  Proc stat() throws IOException;

  /**
   * All that {@link MachineCounters} reads, and {@code PID/status}.
   *
   * @throws IOException if its machine does not answer
   */
  Proc counters() throws IOException;

  /** What is taken from a run on this machine until now; empty for another machine. */
  default Optional<LocalCounters> local() {
    return Optional.empty();
  }

  /** The time there in milliseconds since 1970; empty if its machine does not say. */
  OptionalLong epochMillis();

  /**
   * Brings what its JVM has logged until now.
   *
   * @param log the file here
   * @throws IOException if its machine does not answer
   */
  void bring(Path log) throws IOException;

  /** A process of this machine. */
  record Here(long pid) implements WatchedServer {

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
      return LocalCounters.read(Cores.OF_THIS_MACHINE, ControlGroup.ofThisProcess(), pid);
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
