package tailgate.lab.remote;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.machine.Ports;
import tailgate.lab.machine.Tool;
import tailgate.lab.monitor.Proc;
import tailgate.lab.monitor.StatsGauge;
import tailgate.lab.monitor.WatchedServer;
import tailgate.lab.process.ChildLog;

/**
 * A server on another machine, with a folder of its own there.
 *
 * <pre>
 *   start ──► started ──► stats, and it is watched ──► its process is stopped ──► close
 * </pre>
 *
 * <p>It is watched by several threads, once it has started; all else is confined to the thread of
 * the lab.
 */
public final class RemoteServer extends RemoteProgram implements WatchedServer {

  private static final String PAUSES = "pauses.log";
  private static final int STATS_MILLIS = 5_000;

  /** Stands before each file in an answer; no line of the kernel begins like it. */
  private static final String HEAD = "=== ";

  /** Stands before the lines of the threads, each after the name of its file. */
  private static final String TASKS = "tasks";

  /** The number of the server's process; 0 before it has started. */
  private volatile long pid;

  /** How many bytes of the log of pauses were brought. Guarded by this. */
  private long brought;

  /** A port of this machine that leads to {@link #admin}; 0 if none does. */
  private int led;

  private int admin;

  RemoteServer(RemoteMachine machine) throws IOException {
    super(machine);
  }

  /** Returns the file in which the server's JVM is to log its pauses. */
  public Path pauses() {
    return Path.of(file(PAUSES));
  }

  /**
   * Copies what is in a folder for this server alone.
   *
   * @return the place of the copy there
   */
  public String copy(Path source) throws IOException, LabException, InterruptedException {
    return copy(source, "root");
  }

  /**
   * Starts the server.
   *
   * @param arguments of the server's JVM
   * @param log gets what the server prints
   * @return the process, which its caller stops
   */
  public Process start(List<String> arguments, ChildLog log) throws IOException {
    return start(arguments, "", log);
  }

  /** Finds the server's process once it has answered; then it can be watched. */
  public void started() throws IOException {
    String number = machine.ask("cat " + file("pid")).text();
    if (!number.matches("\\d{1,18}")) {
      throw new IOException("the server on %s has ended".formatted(machine.name()));
    }
    pid = Long.parseLong(number);
  }

  @Override
  public long pid() {
    return pid;
  }

  /**
   * Leads a port of this machine to the admin port, which listens on the loopback address there.
   *
   * @return the address of its statistics; empty if ssh does not lead there, as with {@code
   *     AllowTcpForwarding no}
   */
  public Optional<URI> stats(int adminPort) throws IOException {
    int port = Ports.free();
    if (!lead("forward", port, adminPort)) {
      return Optional.empty();
    }
    led = port;
    admin = adminPort;
    URI stats = URI.create(format("http://%s:%d/stats", Ports.HOST, port));
    try {
      new StatsGauge(stats, STATS_MILLIS).ask();
      return Optional.of(stats);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private boolean lead(String action, int from, int to) {
    try {
      String[] command = machine.toThere().ssh().lead(action, from, to).toArray(String[]::new);
      return Tool.output(command).isPresent();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public Proc stat() throws IOException {
    RemoteShell.Answer answer =
        machine.ask(
            format("{ read -r its </proc/%d/stat && read -r all </proc/stat; } 2>/dev/null", pid)
                + " && printf '%s\\n%s\\n' \"$its\" \"$all\"");
    return answer.lines().size() == 2
        ? Proc.of(
            Map.of(
                pid + "/stat", answer.lines().subList(0, 1), "stat", answer.lines().subList(1, 2)))
        : Proc.of(Map.of()); // it has ended
  }

  @Override
  public Proc counters() throws IOException {
    String all =
        format(
            """
            (cd /proc || exit
            for file in stat pressure/cpu pressure/memory pressure/io net/netstat %1$d/status; do
              if [ -r "$file" ]; then echo '%2$s'"$file"; cat "$file"; fi
            done
            echo '%2$s%3$s'
            cd %1$d/task || exit
            grep -H -e ^voluntary_ctxt -e ^nonvoluntary_ctxt -e ^se.nr_migr */status */sched
            ) 2>/dev/null
            """,
            pid, HEAD, TASKS);
    return files(machine.ask(all).lines(), pid + "/task/");
  }

  /**
   * Reads an answer with several files.
   *
   * @param tasks the folder of its threads
   */
  static Proc files(List<String> answer, String tasks) {
    Map<String, List<String>> files = new HashMap<>();
    String file = "";
    for (String line : answer) {
      int colon = line.indexOf(':');
      if (line.startsWith(HEAD)) {
        file = line.substring(HEAD.length());
      } else if (!file.equals(TASKS)) {
        files.computeIfAbsent(file, f -> new ArrayList<>()).add(line);
      } else if (colon > 0) {
        String thread = tasks + line.substring(0, colon);
        files.computeIfAbsent(thread, f -> new ArrayList<>()).add(line.substring(colon + 1));
      }
    }
    return Proc.of(files);
  }

  /** Appends what the JVM logged since the last call, up to the last complete line. */
  @Override
  public synchronized void bring(Path log) throws IOException {
    // The word makes the last line one that is to be left out, whether it was complete or not.
    List<String> lines =
        machine
            .ask(format("tail -c +%d %s 2>/dev/null; echo end", brought + 1, file(PAUSES)))
            .lines();
    StringBuilder complete = new StringBuilder();
    for (String line : lines.subList(0, Math.max(0, lines.size() - 1))) {
      complete.append(line).append('\n');
    }
    byte[] bytes = complete.toString().getBytes(StandardCharsets.UTF_8);
    Files.write(log, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    brought += bytes.length;
  }

  /** Removes the server's folder. The process has ended. */
  @Override
  public void close() {
    if (led != 0) {
      lead("cancel", led, admin);
      led = 0;
    }
    super.close();
  }
}
