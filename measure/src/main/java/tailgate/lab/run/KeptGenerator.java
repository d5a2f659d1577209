package tailgate.lab.run;

import static tailgate.lab.load.Text.format;

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
import tailgate.lab.machine.Placement;
import tailgate.lab.machine.Ports;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.Children;

/**
 * A generator's JVM that drives one load after the other: a load begins at once, and with compiled
 * code. It is started with its first load. Confined to one thread.
 */
final class KeptGenerator implements LoadEngine.Lasting<LoadSpec> {

  /**
   * The lab looks so often whether a load of requests that are counted is over. Each look takes the
   * processor from the generator, whose processor the lab shares, for up to a few milliseconds, so
   * there is none while a load of a known length lasts.
   */
  private static final long POLL_MILLIS = 50;

  private final List<String> command;
  private final Placement placement;
  private final int threads;
  private final Duration allowance;
  private final Path folder;
  private final ChildLog log;

  /**
   * The JVM; null before a first load and after a failed one. Fields belong to the lab's thread.
   */
  private @Nullable Process process;

  /** Whether the process runs before all else because of its last load. */
  private boolean isFirst;

  /** The children that the process belongs to. */
  private @Nullable Children owner;

  /**
   * @param command starts a generator that reads its loads from standard input
   * @param placement on which loads that come first do; {@link Placement#SHARED} if none shall
   * @param threads of a load that does not set their number
   * @param allowance the time a load may take in addition to itself and a last answer
   * @param folder gets the log, and a file while it gets ready
   */
  KeptGenerator(
      List<String> command, Placement placement, int threads, Duration allowance, Path folder) {
    this.command = List.copyOf(command);
    this.placement = placement;
    this.threads = threads;
    this.allowance = allowance;
    this.folder = folder;
    log = new ChildLog(folder.resolve("generator.log"));
  }

  @Override
  public void run(Children children, int port, LoadSpec load, Path loadFolder)
      throws IOException, LabException, InterruptedException {
    run(children, Ports.HOST, port, load, loadFolder);
  }

  @Override
  public void run(Children children, String host, int port, LoadSpec load, Path loadFolder)
      throws IOException, LabException, InterruptedException {
    LoadSpec driven = load.threads() == LoadSpec.ALL_CORES ? load.by(threads) : load;
    JsonFiles.write(loadFolder.resolve(Generator.SPEC), driven);
    put(running(children), driven.comesFirst());
    ask(
        children,
        String.join("\t", loadFolder.toString(), host, Integer.toString(port)),
        loadFolder.resolve(Generator.DONE),
        load.model() == LoadSpec.Model.COUNTED ? Duration.ZERO : load.duration(),
        load.duration().plus(load.timeout()).plus(allowance));
  }

  @Override
  public void prepare(Children children) throws IOException, LabException, InterruptedException {
    Path ready = folder.resolve("generator.ready");
    Files.deleteIfExists(ready);
    ask(children, ready.toString(), ready, Duration.ZERO, allowance);
    Files.delete(ready);
  }

  /**
   * Returns when a file appears, which the line asks for.
   *
   * @param least how long it takes at least
   */
  private void ask(Children children, String line, Path file, Duration least, Duration limit)
      throws IOException, LabException, InterruptedException {
    boolean done = false;
    try {
      Process generator = running(children);
      generator.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      generator.getOutputStream().flush();
      await(generator, file, least, limit);
      done = true;
    } finally {
      if (!done) {
        close();
      }
    }
  }

  /** Puts the generator before all else that its processors have to do, or among it. */
  private void put(Process generator, boolean first) throws InterruptedException {
    if (first != isFirst) {
      placement.putFirst(generator.pid(), first);
      isFirst = first;
    }
  }

  private Process running(Children children) throws IOException {
    Process generator = process;
    if (generator == null || !generator.isAlive()) {
      generator = children.start(log.process(command));
      process = generator;
      isFirst = false;
      owner = children;
    }
    return generator;
  }

  private void await(Process generator, Path file, Duration least, Duration limit)
      throws LabException, InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    long wait = Math.max(least.toNanos(), TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
    for (; !Files.exists(file); wait = TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS)) {
      // Waits for the file: if the process ends instead, at once.
      if (generator.waitFor(wait, TimeUnit.NANOSECONDS)) {
        throw new LabException(
            format("the generator ended with exit code %d%s", generator.exitValue(), log.tail()));
      }
      if (System.nanoTime() - end > 0) {
        throw new LabException(
            format("the generator was not done after %d s%s", limit.toSeconds(), log.tail()));
      }
    }
  }

  @Override
  public void close() {
    if (process != null && owner != null) {
      owner.stop(process);
    }
    process = null;
  }
}
