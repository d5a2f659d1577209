package tailgate.lab.remote;

import static tailgate.lab.load.Text.format;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The command lines of {@code ssh} for one connection, which all of them share (ControlMaster of
 * ssh_config(5)). Nothing asks for a password, and what the user's configuration says about host
 * keys is left as it is.
 *
 * @param words the command, which may have options of the user, such as {@code ssh -F file}
 * @param target as ssh has it: {@code host}, {@code user@host}, or a name in its configuration
 * @param socket of the connection, in a folder that belongs to this run alone
 */
record Ssh(List<String> words, String target, Path socket) {

  Ssh {
    words = List.copyOf(words);
  }

  /** Returns the command that opens the connection and runs a command as long as it lasts. */
  List<String> connect(String command) {
    return line(
        List.of("-o", "ControlMaster=yes", "-o", "ControlPersist=no", "-o", "ConnectTimeout=10"),
        List.of(command));
  }

  /** Returns the command that runs one more command there. */
  List<String> also(String command) {
    return line(List.of("-o", "ControlMaster=no"), List.of(command));
  }

  /**
   * Returns the command that leads a port of this machine to one of that machine, or ends that.
   *
   * @param action {@code forward} or {@code cancel}
   */
  List<String> lead(String action, int from, int to) {
    return line(
        List.of("-O", action, "-L", format("127.0.0.1:%d:127.0.0.1:%d", from, to)), List.of());
  }

  private List<String> line(List<String> options, List<String> command) {
    List<String> line = new ArrayList<>(words);
    line.addAll(options);
    for (String option :
        List.of(
            "BatchMode=yes",
            "ControlPath=" + socket,
            // A connection that is cut is noticed in 15 s.
            "ServerAliveInterval=5",
            "ServerAliveCountMax=3",
            "LogLevel=ERROR",
            // What the user's configuration may have for terminals.
            "RequestTTY=no",
            "RemoteCommand=none",
            "PermitLocalCommand=no",
            "ForwardAgent=no",
            "ForwardX11=no")) {
      line.addAll(List.of("-o", option));
    }
    if (!command.isEmpty()) {
      line.addAll(List.of("-o", "ClearAllForwardings=yes"));
    }
    line.add("--");
    line.add(target);
    line.addAll(command);
    return List.copyOf(line);
  }

  /**
   * Puts a command into a session of its own, where there is setsid(1): Ctrl-C sends SIGINT to all
   * processes of the terminal, and would end the connection before the lab has stopped what it has
   * started. To ignore SIGINT is not enough, because an ssh that shares a connection does not.
   */
  static List<String> apart(List<String> command) {
    String script = "command -v setsid >/dev/null && exec setsid \"$@\"; trap '' INT; exec \"$@\"";
    List<String> apart = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    apart.addAll(command);
    return List.copyOf(apart);
  }

  /** Says why there is no connection, in one line, from what ssh has written to standard error. */
  String whyNot(String errors) {
    String all = errors.toLowerCase(Locale.ROOT);
    String command = String.join(" ", words) + " " + target;
    if (all.contains("identification has changed")) {
      return ("the host key of %s is not the one that is known, which may be an attack; if it has"
              + " been changed, remove the old one (ssh-keygen -R), and log in once with: %s")
          .formatted(target, command);
    }
    if (all.contains("host key verification failed")) {
      return "the host key of %s is not known; log in once, and compare it, with: %s"
          .formatted(target, command);
    }
    if (all.contains("permission denied")) {
      return ("%s takes none of your keys; this must log in without a question, as with ssh-agent:"
              + " %s")
          .formatted(target, command);
    }
    String last = lastLine(errors);
    return last.isEmpty()
        ? "ssh has no connection to " + target
        : "ssh has no connection to %s: %s".formatted(target, last);
  }

  /** Returns the last line that is not blank; empty if there is none. */
  static String lastLine(String errors) {
    return errors.lines().filter(line -> !line.isBlank()).reduce("", (a, b) -> b).strip();
  }
}
