package tailgate.lab.process;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tailgate.lab.LabException;

/**
 * A child process that has to end by itself, with exit code 0.
 *
 * @param name what messages call it
 * @param limit after which it is stopped
 */
public record ChildRun(String name, Duration limit) {

  public void run(Children children, List<String> command, ChildLog log)
      throws IOException, LabException, InterruptedException {
    run(children, log.process(command), log);
  }

  /** Runs a process that needs more than a command, such as another working directory. */
  public void run(Children children, ProcessBuilder builder, ChildLog log)
      throws IOException, LabException, InterruptedException {
    Process process = children.start(builder);
    boolean ended;
    try {
      ended = process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    } finally {
      children.stop(process); // also if this thread was interrupted
    }
    if (!ended) {
      throw new LabException(
          format("%s was not done after %d s%s", name, limit.toSeconds(), log.tail()));
    }
    if (process.exitValue() != 0) {
      throw new LabException(
          format("%s ended with exit code %d%s", name, process.exitValue(), log.tail()));
    }
  }
}
