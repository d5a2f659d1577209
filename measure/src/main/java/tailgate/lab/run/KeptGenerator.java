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
import tailgate.lab.process.ChildLog;

/**
 * A generator's JVM that drives one load after the other: a load begins at once, and with compiled
 * code.
 *
 * <pre>
 *   start ──► ready ──► (load)* ──► closed
 *               ▲         │ failed: the JVM is ended
 *               └─────────┘ and the next load has another one
 * </pre>
 *
 * <p>Confined to one thread.
 */
final class KeptGenerator implements LoadGenerator<LoadSpec> {

  /** What a generator prints is in this file. */
  static final String LOG = "generator.log";

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
  private final RunContext context;
  private final ChildLog log;

  /** The JVM; null after a failed load. Fields belong to the lab's thread. */
  private @Nullable Process process;

  /** Whether the process runs before all else because of its last load. */
  private boolean isFirst;

  /**
   * Starts the JVM, and returns when the first load would begin at once. Comes before a look at
   * whether the machine is idle, so that this is over by then.
   *
   * @param command starts a generator that reads its loads from standard input
   * @param placement on which loads that come first do; {@link Placement#SHARED} if none shall
   * @param threads of a load that does not set their number
   * @param allowance the time a load may take in addition to itself and a last answer
   * @param context its folder gets the log, and a file while the generator gets ready
   */
  KeptGenerator(
      List<String> command,
      Placement placement,
      int threads,
      Duration allowance,
      RunContext context)
      throws IOException, LabException, InterruptedException {
    this.command = List.copyOf(command);
    this.placement = placement;
    this.threads = threads;
    this.allowance = allowance;
    this.context = context;
    log = context.log(LOG);
    Path ready = context.folder().resolve("generator.ready");
    Files.deleteIfExists(ready);
    ask(ready.toString(), ready, Duration.ZERO, allowance);
    Files.delete(ready);
  }

  @Override
  public void drive(LoadSpec load, Ready server, RunContext at)
      throws IOException, LabException, InterruptedException {
    LoadSpec driven = load.threads() == LoadSpec.ALL_CORES ? load.by(threads) : load;
    Path folder = at.folder();
    JsonFiles.write(folder.resolve(Generator.SPEC), driven);
    put(running(), driven.comesFirst());
    ask(
        String.join(
            "\t",
            folder.toString(),
            server.host(),
            Integer.toString(server.port()),
            server.listener()),
        folder.resolve(Generator.DONE),
        load.model() == LoadSpec.Model.COUNTED ? Duration.ZERO : load.duration(),
        load.duration().plus(load.timeout()).plus(allowance));
  }

  /**
   * Returns when a file appears, which the line asks for. If it does not, the JVM is ended.
   *
   * @param least how long it takes at least
   */
  private void ask(String line, Path file, Duration least, Duration limit)
      throws IOException, LabException, InterruptedException {
    try (Closer closer = new Closer()) {
      closer.add(this::close);
      Process generator = running();
      generator.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      generator.getOutputStream().flush();
      await(generator, file, least, limit);
      closer.handOver();
    }
  }

  /** Puts the generator before all else that its processors have to do, or among it. */
  private void put(Process generator, boolean first) throws InterruptedException {
    if (first != isFirst) {
      placement.putFirst(generator.pid(), first);
      isFirst = first;
    }
  }

  private Process running() throws IOException {
    Process generator = process;
    if (generator == null || !generator.isAlive()) {
      generator = context.children().start(log.process(command));
      process = generator;
      isFirst = false;
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
    if (process != null) {
      context.children().stop(process);
    }
    process = null;
  }
}
