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
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tailgate.lab.LabException;
import tailgate.lab.load.Text;
import tailgate.lab.machine.PortOwners;
import tailgate.lab.machine.ProcessorTime;
import tailgate.lab.monitor.Proc;
import tailgate.lab.process.Children;
import tailgate.lab.process.Jcmd;
import tailgate.lab.url.ServerUrl;

/**
 * Watches a JVM for some time.
 *
 * <pre>
 *   names ──► start recording ──► times ──► (a second, times)* ──► stop recording ──► names
 * </pre>
 *
 * <p>The recording ends by itself 30 s later if this is killed. Names are read outside of it,
 * because each reading stops all threads. Confined to one thread.
 *
 * @param ended ends the watch early when it is released
 * @param folder for the recording, if the JVM is one of our user that finds it by this name, and
 *     for what jcmd prints; nobody else can write there
 */
public record JvmWatch(
    long pid, Duration time, CountDownLatch ended, Children children, Path folder) {

  private static final Path PROC = Path.of("/proc");

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** The recording ends by itself so much later. */
  private static final Duration LATER = Duration.ofSeconds(30);

  private static final String NAME = "name=tailgate-explain";

  /** The line of a platform thread in {@code Thread.print}. */
  private static final Pattern THREAD =
      Pattern.compile("^\"(.+)\" .*\\bnid=(0x[0-9a-f]+|\\d+)\\b.*$", Pattern.MULTILINE);

  /**
   * Returns the number of a process that is named by it, or by the URL of a server on this machine.
   *
   * @throws IllegalArgumentException if it is neither a number nor a URL
   * @throws LabException if not exactly one process of this user listens there
   */
  public static long pidOf(String program, PortOwners owners) throws LabException {
    if (program.matches("\\d{1,18}")) {
      return Long.parseLong(program);
    }
    ServerUrl url = ServerUrl.parse(program);
    if (!url.isOnThisMachine()) {
      throw new LabException(url + " is on another machine; run this there");
    }
    Set<Long> processes = owners.of(url.port());
    if (processes.size() != 1) {
      throw new LabException(
          processes.isEmpty()
              ? "no process that can be seen here listens on port " + url.port()
              : Text.format(
                  "the processes %s listen on port %d; choose one of them",
                  Text.list(processes.stream().map(Object::toString).toList()), url.port()));
    }
    return processes.iterator().next();
  }

  /**
   * Whether the JVM has our user and finds our folder. To no other one do we give a folder: its
   * user could put a link in its place, and have root write and delete elsewhere.
   */
  private boolean sharesFolder() throws IOException {
    Path process = PROC.resolve(Long.toString(pid));
    Path found = process.resolve("root" + folder.toAbsolutePath());
    return Files.getOwner(process).equals(Files.getOwner(folder))
        && Files.exists(found)
        && Files.isSameFile(found, folder);
  }

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
    long begin = System.nanoTime();
    boolean over = false;
    while (!over) {
      long left = time.toNanos() - (System.nanoTime() - begin);
      over =
          ended.await(Math.min(left, SECOND.toNanos()), TimeUnit.NANOSECONDS)
              || left <= SECOND.toNanos();
      after = after.then(ThreadTimes.read(proc, pid));
    }
    Duration watched = Duration.ofNanos(System.nanoTime() - begin);
    double busy = busySeconds() - busyBefore;
    JvmEvents events = silence.isEmpty() ? stop(jcmd) : JvmEvents.NONE;
    names.putAll(names(jcmd));
    List<ThreadUse> uses = after.since(before, names);
    double ran = uses.stream().mapToDouble(ThreadUse::ran).sum();
    return new Explanation(process(), watched, uses, Math.max(0, busy - ran), events, silence);
  }

  private Map<Long, String> names(Jcmd jcmd)
      throws IOException, LabException, InterruptedException {
    Map<Long, String> named = names(jcmd.ask(folder.resolve("threads.txt"), "Thread.print"));
    Proc proc = Proc.in(PROC);
    if (numberInside(proc, pid + "/status").orElse(pid) == pid) {
      return named;
    }
    Map<Long, String> outside = new HashMap<>(); // in a container the threads have other numbers
    for (String thread : proc.names(pid + "/task")) {
      numberInside(proc, pid + "/task/" + thread + "/status")
          .map(named::get)
          .ifPresent(name -> outside.put(Long.valueOf(thread), name));
    }
    return outside;
  }

  /** Returns the number that a process or a thread has for itself: the last one of its NSpid. */
  private static Optional<Long> numberInside(Proc proc, String status) {
    return proc.lines(status).stream()
        .filter(line -> line.startsWith("NSpid:"))
        .map(line -> Long.valueOf(line.substring(line.lastIndexOf('\t') + 1).strip()))
        .findFirst();
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
    if (!sharesFolder()) {
      return "the program has another user, or is in a container; run this there";
    }
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
