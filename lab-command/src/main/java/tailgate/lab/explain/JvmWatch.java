package tailgate.lab.explain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tailgate.lab.LabException;
import tailgate.lab.machine.ProcessorTime;
import tailgate.lab.monitor.Proc;
import tailgate.lab.process.Children;
import tailgate.lab.process.Jcmd;

/**
 * Watches a JVM for some time.
 *
 * <pre>
 *   names ──► start recording ──► times ──► (a second, times)* ──► stop recording ──► names
 * </pre>
 *
 * <p>The recording ends by itself if this is killed. Names are read outside of it, because each
 * reading stops all threads. Confined to one thread.
 *
 * @param folder for the recording and for what jcmd prints; the JVM, too, has to be able to write
 *     there
 */
public record JvmWatch(long pid, Duration time, Children children, Path folder) {

  private static final Path PROC = Path.of("/proc");

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** The recording ends by itself so much later. */
  private static final Duration LATER = Duration.ofSeconds(30);

  private static final String NAME = "name=tailgate-explain";

  /** The line of a platform thread in {@code Thread.print}. */
  private static final Pattern THREAD =
      Pattern.compile("^\"(.+)\" .*\\bnid=(0x[0-9a-f]+|\\d+)\\b.*$", Pattern.MULTILINE);

  /**
   * Watches the JVM.
   *
   * @throws LabException if there is no such process, or it is no JVM of this user
   */
  public Explanation look() throws IOException, LabException, InterruptedException {
    Proc proc = Proc.in(PROC);
    if (ThreadTimes.read(proc, pid).byThread().isEmpty()) {
      throw new LabException("no process " + pid + " whose threads can be seen here");
    }
    Jcmd jcmd = new Jcmd(pid, children);
    Map<Long, String> names = new HashMap<>();
    try {
      names.putAll(names(jcmd));
    } catch (LabException e) {
      throw new LabException(process() + " is no Java program of this user, or does not answer", e);
    }
    String silence = start(jcmd);
    double busyBefore = busySeconds();
    ThreadTimes before = ThreadTimes.read(proc, pid);
    ThreadTimes after = before;
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      Thread.sleep(Duration.ofNanos(Math.min(left, SECOND.toNanos())));
      after = after.then(ThreadTimes.read(proc, pid));
    }
    double busy = busySeconds() - busyBefore;
    JvmEvents events = silence.isEmpty() ? stop(jcmd) : JvmEvents.NONE;
    names.putAll(names(jcmd));
    List<ThreadUse> uses = after.since(before, names);
    double ran = uses.stream().mapToDouble(ThreadUse::ran).sum();
    return new Explanation(process(), time, uses, Math.max(0, busy - ran), events, silence);
  }

  private Map<Long, String> names(Jcmd jcmd)
      throws IOException, LabException, InterruptedException {
    return names(jcmd.ask(folder.resolve("threads.txt"), "Thread.print"));
  }

  /** Returns the names in a thread dump by the numbers that the kernel gives the threads. */
  static Map<Long, String> names(String dump) {
    Map<Long, String> names = new HashMap<>();
    Matcher thread = THREAD.matcher(dump);
    while (thread.find()) {
      names.put(Long.decode(thread.group(2)), thread.group(1));
    }
    return names;
  }

  /** Starts a recording; returns why there is none, or nothing. */
  private String start(Jcmd jcmd) throws IOException, InterruptedException {
    List<String> request = new ArrayList<>(List.of("JFR.start", NAME));
    request.add("duration=" + time.plus(LATER).toSeconds() + "s");
    request.add("filename=" + recording()); // else one with a duration writes where the JVM runs
    request.addAll(JvmEvents.SETTINGS);
    try {
      String said = jcmd.ask(folder.resolve("start.txt"), request.toArray(String[]::new));
      return said.contains("Started recording")
          ? ""
          : said.lines().skip(2).findFirst().orElse(said);
    } catch (LabException e) {
      return "this JVM has no flight recorder";
    }
  }

  private JvmEvents stop(Jcmd jcmd) throws IOException, LabException, InterruptedException {
    jcmd.ask(folder.resolve("stop.txt"), "JFR.stop", NAME);
    return Files.exists(recording()) ? JvmEvents.read(recording()) : JvmEvents.NONE;
  }

  private Path recording() {
    return folder.resolve("explain.jfr").toAbsolutePath();
  }

  private static double busySeconds() throws IOException {
    ProcessorTime all = ProcessorTime.read(PROC);
    return all.programs() * ProcessorTime.TICK_MILLIS / 1e3;
  }

  /** Returns the number of the process, and its jar if it was started from one. */
  private String process() {
    List<String> words =
        ProcessHandle.of(pid)
            .flatMap(process -> process.info().arguments())
            .map(List::of)
            .orElse(List.of());
    int jar = words.indexOf("-jar");
    Optional<Path> file =
        jar < 0 || jar + 1 == words.size()
            ? Optional.empty()
            : Optional.ofNullable(Path.of(words.get(jar + 1)).getFileName());
    return pid + file.map(name -> " (" + name + ")").orElse("");
  }
}
