package tailgate.lab.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.machine.Ports;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.Children;

/**
 * A generator's JVM that drives one load after the other: a load begins at once, and with compiled
 * code. It is started with its first load. Confined to one thread.
 */
final class KeptGenerator implements LoadEngine.Lasting<LoadSpec> {

  private static final long POLL_MILLIS = 10;

  private final List<String> command;
  private final int threads;
  private final Duration allowance;
  private final ChildLog log;

  /** Null before the first load, and after one that failed. Confined to the thread of the lab. */
  private @Nullable Process process;

  /** Of the process. Confined like it. */
  private @Nullable Children itsParents;

  /**
   * @param command starts a generator that reads its loads from standard input
   * @param threads of a load that does not set their number
   * @param allowance the time a load may take in addition to itself and a last answer
   * @param folder gets the log
   */
  KeptGenerator(List<String> command, int threads, Duration allowance, Path folder) {
    this.command = List.copyOf(command);
    this.threads = threads;
    this.allowance = allowance;
    log = new ChildLog(folder.resolve("generator.log"));
  }

  @Override
  public void run(Children children, int port, LoadSpec load, Path folder)
      throws IOException, LabException, InterruptedException {
    run(children, Ports.HOST, port, load, folder);
  }

  @Override
  public void run(Children children, String host, int port, LoadSpec load, Path folder)
      throws IOException, LabException, InterruptedException {
    LoadSpec driven = load.threads() == LoadSpec.ALL_CORES ? load.by(threads) : load;
    JsonFiles.write(folder.resolve(Generator.SPEC), driven);
    boolean driving = false;
    try {
      Process generator = running(children);
      String line = String.join("\t", folder.toString(), host, Integer.toString(port));
      generator.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      generator.getOutputStream().flush();
      await(generator, folder, load.duration().plus(load.timeout()).plus(allowance));
      driving = true;
    } finally {
      if (!driving) {
        close();
      }
    }
  }

  @Override
  public void prepare(Children children) throws IOException {
    running(children);
  }

  private Process running(Children children) throws IOException {
    Process generator = process;
    if (generator == null || !generator.isAlive()) {
      generator = children.start(log.process(command));
      process = generator;
      itsParents = children;
    }
    return generator;
  }

  private void await(Process generator, Path folder, Duration limit)
      throws LabException, InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!Files.exists(folder.resolve(Generator.DONE))) {
      // Waits for the file: if the process ends instead, at once.
      if (generator.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new LabException(
            "the generator ended with exit code %d%s".formatted(generator.exitValue(), log.tail()));
      }
      if (System.nanoTime() - end > 0) {
        throw new LabException(
            "the generator was not done after %d s%s".formatted(limit.toSeconds(), log.tail()));
      }
    }
  }

  @Override
  public void close() {
    if (process != null && itsParents != null) {
      itsParents.stop(process);
    }
    process = null;
  }
}
