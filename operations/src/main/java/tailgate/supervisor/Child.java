package tailgate.supervisor;

import java.io.IOException;
import java.util.function.IntConsumer;

/** A process that the supervisor has started. Thread-safe. */
interface Child {

  /** Starts processes. */
  @FunctionalInterface
  interface Launcher {

    /**
     * Starts process number {@code process}.
     *
     * @param exited gets the exit code, on any thread, when the process has ended
     * @throws IOException if it cannot be started; {@code exited} is not called then
     */
    Child start(int process, IntConsumer exited) throws IOException;
  }

  long pid();

  /** Asks it to end in an orderly way: SIGTERM. */
  void terminate();

  /** Ends it at once: SIGKILL. */
  void kill();
}
