package tailgate.lab.monitor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import tailgate.lab.machine.ProcessStat;

/**
 * Measures for how long a process is stopped (state T of proc_pid_stat(5)), because a signal takes
 * its time to arrive. Confined to one thread.
 */
public final class StopWatch {

  private static final char STOPPED = 'T';

  private final Path stat;
  private final LongSupplier nanoTime;
  private final Pause pause;

  /** Waits shortly between two looks. */
  @FunctionalInterface
  interface Pause {
    void shortly() throws InterruptedException;
  }

  StopWatch(Path proc, long pid, LongSupplier nanoTime, Pause pause) {
    stat = proc.resolve(Long.toString(pid)).resolve("stat");
    this.nanoTime = nanoTime;
    this.pause = pause;
  }

  /** Returns a watch of a process of this machine. */
  public static StopWatch of(long pid) {
    return new StopWatch(
        Path.of("/proc"), pid, System::nanoTime, () -> Thread.sleep(Duration.ofNanos(200_000)));
  }

  /**
   * Waits until the process has been stopped and runs again.
   *
   * @return for how long it was stopped, in nanoseconds; empty if it ended meanwhile
   */
  public OptionalLong nextStop() throws InterruptedException {
    try {
      while (!isStopped()) {
        pause.shortly();
      }
      long stopped = nanoTime.getAsLong();
      while (isStopped()) {
        pause.shortly();
      }
      return OptionalLong.of(nanoTime.getAsLong() - stopped);
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  private boolean isStopped() throws IOException {
    return ProcessStat.of(Files.readString(stat)).state() == STOPPED;
  }
}
