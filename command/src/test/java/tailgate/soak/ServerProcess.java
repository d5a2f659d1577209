package tailgate.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tailgate.server.ClassPath;

/** A stage's server in a process of its own, with the class path of the tests. Not thread-safe. */
public final class ServerProcess implements AutoCloseable {

  private static final Pattern ADDRESS = Pattern.compile("at http://127\\.0\\.0\\.1:(\\d+)/");
  private static final Pattern ADMIN = Pattern.compile("admin +http://127\\.0\\.0\\.1:(\\d+)/");
  private static final Pattern LIVE_HEAP = Pattern.compile("Total +\\d+ +(\\d+)");
  private static final Duration START_TIMEOUT = Duration.ofMinutes(5);
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final Path JCMD = JAVA.resolveSibling("jcmd");

  /** Puts a listening socket on descriptor 0. */
  private static final List<String> LISTENER =
      List.of("perl", "../build/listen.pl", "127.0.0.1", "0", "4096", "any");

  private final Process process;
  private final Path log;

  private ServerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * As {@link #start}, but with an inherited socket, so that the server can be restarted.
   *
   * @param jvmOptions of this server and of those that replace it
   */
  public static ServerProcess startReplaceable(
      Class<?> main, Path root, Path log, List<String> jvmOptions, List<String> options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(LISTENER);
    command.addAll(command(main, root, jvmOptions, options));
    var builder = builder(command, log);
    builder.environment().put("TAILGATE_RUN_DIR", runFolder(log).toString());
    return start(builder, log);
  }

  /** The folder with the control sockets of the servers that write to this log. */
  static Path runFolder(Path log) {
    return log.resolveSibling("run");
  }

  /**
   * Starts a server and waits until it listens.
   *
   * @param main the main class of the stage
   * @param log the file for what it prints
   * @param options in addition to those for the root folder and the ports
   */
  static ServerProcess start(Class<?> main, Path root, Path log, List<String> options)
      throws IOException, InterruptedException {
    return start(builder(command(main, root, List.of(), options), log), log);
  }

  private static List<String> command(
      Class<?> main, Path root, List<String> jvmOptions, List<String> options) {
    List<String> command = new ArrayList<>(List.of(JAVA.toString(), "-Xmx256m"));
    command.addAll(jvmOptions);
    String jar = SoakSettings.read().jar();
    command.addAll(
        jar == null
            ? List.of("-cp", ClassPath.ofThisTest(), main.getName())
            : List.of("-jar", jar));
    command.addAll(List.of("--port", "0", "--admin-port", "0", "--root", root.toString()));
    command.addAll(options);
    return command;
  }

  private static ProcessBuilder builder(List<String> command, Path log) {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
  }

  private static ServerProcess start(ProcessBuilder builder, Path log)
      throws IOException, InterruptedException {
    Files.deleteIfExists(log); // what a server before this one printed would name its port
    var server = new ServerProcess(builder.start(), log);
    server.awaitStart();
    return server;
  }

  private void awaitStart() throws IOException, InterruptedException {
    long end = System.nanoTime() + START_TIMEOUT.toNanos();
    while (!ADMIN.matcher(printed()).find()) { // the last line of the banner
      if (!process.isAlive() || System.nanoTime() - end > 0) {
        close();
        throw new IOException("the server does not start: " + printed());
      }
      Thread.sleep(10);
    }
  }

  /** The number of the process. */
  public long pid() {
    return process.pid();
  }

  /** All that it has printed so far. */
  public String printed() throws IOException {
    return Files.readString(log);
  }

  /** Where it serves. */
  public InetSocketAddress address() throws IOException {
    return address(ADDRESS);
  }

  InetSocketAddress adminAddress() throws IOException {
    return address(ADMIN);
  }

  private InetSocketAddress address(Pattern pattern) throws IOException {
    Matcher matcher = pattern.matcher(printed());
    if (!matcher.find()) {
      throw new IOException("no address in " + printed());
    }
    int port = Integer.parseInt(matcher.group(1));
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /**
   * What it holds.
   *
   * @param descriptors open files, sockets included
   * @param threads all of them, those of the JVM included
   * @param heapBytes objects that are alive after a full garbage collection
   */
  record Holdings(int descriptors, int threads, long heapBytes) {

    boolean isWithin(Holdings most) {
      return descriptors <= most.descriptors
          && threads <= most.threads
          && heapBytes <= most.heapBytes;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%d descriptors, %d threads, %.1f MB of objects",
          descriptors,
          threads,
          heapBytes / 1e6);
    }
  }

  /** What it holds now; makes it collect its garbage. */
  Holdings holdings() throws IOException, InterruptedException {
    long heap = liveHeap(); // first, because it may start a thread of the JVM
    return new Holdings(entries("fd"), entries("task"), heap);
  }

  /** What it holds as soon as that is the same twice in a row, or after this time. */
  Holdings settled(Duration timeout) throws IOException, InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    Holdings last = holdings();
    while (System.nanoTime() - end < 0) {
      Thread.sleep(500);
      Holdings now = holdings();
      if (now.descriptors == last.descriptors && now.threads == last.threads) {
        return now;
      }
      last = now;
    }
    return last;
  }

  private int entries(String folder) throws IOException {
    try (Stream<Path> entries = Files.list(Path.of("/proc", "" + process.pid(), folder))) {
      return (int) entries.count();
    }
  }

  private long liveHeap() throws IOException, InterruptedException {
    Process jcmd =
        new ProcessBuilder(JCMD.toString(), "" + process.pid(), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String printed = new String(jcmd.getInputStream().readAllBytes(), UTF_8);
    Matcher total = LIVE_HEAP.matcher(printed);
    if (jcmd.waitFor() != 0 || !total.find()) {
      throw new IOException("no histogram: " + printed);
    }
    return Long.parseLong(total.group(1));
  }

  /** Stops all its threads for this time, as a machine does that is busy with something else. */
  void stall(Duration time) throws IOException, InterruptedException {
    signal("STOP");
    try {
      Thread.sleep(time);
    } finally {
      signal("CONT");
    }
  }

  private void signal(String name) throws IOException, InterruptedException {
    String[] kill = {"kill", "-" + name, "" + process.pid()};
    if (new ProcessBuilder(kill).inheritIO().start().waitFor() != 0) {
      throw new IOException("cannot send SIG" + name);
    }
  }

  /** Sends SIGTERM. */
  void terminate() {
    process.destroy();
  }

  /** Its exit code; fails if it does not end within this time. */
  int awaitExit(Duration timeout) throws InterruptedException, IOException {
    if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IOException("the server does not stop: " + printed());
    }
    return process.exitValue();
  }

  /** Kills it if it is still alive. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
