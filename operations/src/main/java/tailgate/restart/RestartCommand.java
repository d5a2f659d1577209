package tailgate.restart;

import java.io.IOException;
import java.io.PrintStream;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code ./tailgate restart [PID|PORT]}: asks a server of this machine to restart, and waits for
 * the outcome. Exit codes: 0: the successor accepts clients, and the old server no longer does; 1:
 * the old server continues; 2: wrong usage.
 */
public final class RestartCommand {

  /** The server has a time limit of its own. */
  private static final Duration PATIENCE = Duration.ofDays(1);

  private final PrintStream out;
  private final PrintStream err;

  /** Prints the outcome, or what is wrong. */
  RestartCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** Ends the process with the exit code. */
  public static void main(String[] arguments) throws IOException {
    System.exit(new RestartCommand(System.out, System.err).run(arguments, RunFolder.all()));
  }

  int run(String[] arguments, List<RunFolder> folders) {
    String wanted = arguments.length == 1 ? arguments[0] : null;
    if (arguments.length > 1 || (wanted != null && !wanted.matches("\\d{1,9}"))) {
      return fail("restart takes the number of a process or a port, and nothing else", 2);
    }
    List<RunFolder.Entry> running = running(folders);
    List<RunFolder.Entry> meant = running.stream().filter(entry -> is(entry, wanted)).toList();
    if (meant.size() != 1) {
      return fail(cause(wanted, meant, running), 1);
    }
    return ask(meant.getFirst());
  }

  private static List<RunFolder.Entry> running(List<RunFolder> folders) {
    List<RunFolder.Entry> running = new ArrayList<>();
    for (RunFolder folder : folders) {
      folder.entries().stream().filter(RestartCommand::answers).forEach(running::add);
    }
    return running;
  }

  /** A server that was killed leaves its socket behind. */
  private static boolean answers(RunFolder.Entry entry) {
    try {
      Line.connect(UnixDomainSocketAddress.of(entry.path())).close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean is(RunFolder.Entry entry, @Nullable String wanted) {
    return wanted == null
        || wanted.equals(Long.toString(entry.pid()))
        || wanted.equals(Integer.toString(entry.port()));
  }

  private static String cause(
      @Nullable String wanted, List<RunFolder.Entry> meant, List<RunFolder.Entry> running) {
    if (!meant.isEmpty()) {
      return "which one? " + list(meant);
    }
    String what = wanted == null ? "there is no server" : "there is no server " + wanted;
    String others = running.isEmpty() ? "" : "; there is " + list(running);
    return what
        + " that can be restarted"
        + others
        + ". A server can if it was started by ./tailgate serve, or by systemd with"
        + " StandardInput=socket";
  }

  private static String list(List<RunFolder.Entry> entries) {
    return entries.stream()
        .map(entry -> "process " + entry.pid() + " at port " + entry.port())
        .collect(Collectors.joining(", "));
  }

  private int ask(RunFolder.Entry entry) {
    try (Line line = Line.connect(UnixDomainSocketAddress.of(entry.path()))) {
      line.send(Restart.RESTART);
      String answer = line.receive(PATIENCE);
      if (answer != null && answer.startsWith(Restart.HANDED_OVER + " ")) {
        String pid = answer.substring(Restart.HANDED_OVER.length() + 1);
        out.println("process " + entry.pid() + " has handed over to process " + pid);
        return 0;
      }
      String reason =
          answer == null ? "it has ended" : answer.replaceFirst("^" + Restart.FAILED + " ", "");
      return fail("process " + entry.pid() + " was not replaced: " + reason, 1);
    } catch (IOException e) {
      return fail("process " + entry.pid() + " does not answer: " + e.getMessage(), 1);
    }
  }

  private int fail(String why, int code) {
    err.println("tailgate: " + why);
    return code;
  }
}
