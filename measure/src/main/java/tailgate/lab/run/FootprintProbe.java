package tailgate.lab.run;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.load.Footprint;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.Children;
import tailgate.lab.process.Jcmd;

/**
 * Reads what a server holds: the objects that a full collection leaves on its heap, as {@code jcmd
 * PID GC.class_histogram} counts them, without those that only fill holes; and then its resident
 * memory from {@code smaps_rollup} (proc_pid_smaps(5)), because that of {@code stat} may be some
 * hundred KiB off.
 *
 * <p>It reads until two readings in a row are alike: a first look at a server makes it start what
 * it had not needed before, such as the flight recorder that counts pinned threads.
 *
 * @param patience how long a server may take to have the connections that it should have
 */
public record FootprintProbe(Ready server, Duration patience) {

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final long POLL_MILLIS = 50;

  private static final Duration BETWEEN = Duration.ofMillis(500);

  /** Readings are alike within this: 32 bytes for each of a thousand connections. */
  private static final long ALIKE = 32_000;

  private static final int MOST_READINGS = 10;

  /** A line of a histogram has number, objects, bytes and class. */
  private static final Pattern LINE =
      Pattern.compile("^ *\\d+: +\\d+ +(\\d+) +(\\S+)", Pattern.MULTILINE);

  /** The class of unused space between objects that a collection did not remove. */
  private static final String FILLER = "jdk.internal.vm.Filler";

  private static final Pattern RESIDENT = Pattern.compile("^Rss: +(\\d+) kB", Pattern.MULTILINE);

  /** A probe with a long time limit. */
  FootprintProbe(Ready server) {
    this(server, LIMIT);
  }

  /**
   * Waits until the server has its connections, and reads.
   *
   * @param connections that it should have open
   * @param objects gets the histogram
   * @throws LabException if it has another number, also in the end
   */
  Footprint read(int connections, Path objects, Children children)
      throws IOException, LabException, InterruptedException {
    await(connections);
    long before = live(objects, children);
    for (int readings = 2; readings <= MOST_READINGS; readings++) {
      Thread.sleep(BETWEEN.toMillis());
      long live = live(objects, children);
      if (Math.abs(live - before) <= ALIKE) {
        return new Footprint(connections, live, resident());
      }
      before = live;
    }
    throw new LabException(
        format("the objects of the server did not stay the same in %d readings", MOST_READINGS));
  }

  private long live(Path objects, Children children)
      throws IOException, LabException, InterruptedException {
    long live = live(new Jcmd(server.pid(), children).ask(objects, "GC.class_histogram"));
    if (live == 0) {
      throw new LabException("jcmd has counted nothing" + new ChildLog(objects).tail());
    }
    return live;
  }

  /** Returns the bytes of all objects of a histogram. */
  static long live(String histogram) {
    return LINE.matcher(histogram)
        .results()
        .filter(line -> !line.group(2).contains(FILLER))
        .mapToLong(line -> Long.parseLong(line.group(1)))
        .sum();
  }

  private void await(int connections) throws LabException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    String open = open();
    while (!open.equals(Integer.toString(connections))) {
      if (System.nanoTime() - deadline >= 0) {
        throw new LabException(
            format("the server should have %d connections, and says %s", connections, open));
      }
      Thread.sleep(POLL_MILLIS);
      open = open();
    }
  }

  /** Returns the number of open connections, or a word if the server is too busy to say it. */
  private String open() {
    try {
      return Long.toString(server.openConnections());
    } catch (IOException e) {
      return "nothing";
    }
  }

  private @Nullable Long resident() throws IOException {
    Path file = Path.of("/proc", Long.toString(server.pid()), "smaps_rollup");
    if (!Files.isReadable(file)) {
      return null; // not Linux
    }
    Matcher rss = RESIDENT.matcher(Files.readString(file));
    return rss.find() ? Long.valueOf(rss.group(1)) : null;
  }
}
