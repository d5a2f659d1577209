package tailgate.lab.candidate;

import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A server from elsewhere that is measured beside the stages.
 *
 * @param name in tables and of folders
 * @param command for {@code sh -c}; {@code {port}} and the like are replaced
 * @param path of every request to it; null for that of the stages
 */
public record Candidate(String name, String command, @Nullable String path) {

  private static final String PORT = "{port}";
  private static final String HANDLER = "{handler}";
  private static final String ADMIN = "{admin}";

  /** A jar with its arguments, instead of a command. */
  private static final Pattern JAR = Pattern.compile("[^\\s'\"]+\\.jar(\\s.*)?", Pattern.DOTALL);

  /**
   * Says where to listen in the words of Spring Boot and Helidon, Quarkus, Micronaut, and others.
   */
  private static final String RUN_JAR =
      "exec env SERVER_PORT={port} QUARKUS_HTTP_PORT={port} MICRONAUT_SERVER_PORT={port}"
          + " PORT={port} {java} -jar ";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,30}");

  /** A path that a URI may have, and that the load generator sends as it is. */
  private static final Pattern PATH = Pattern.compile("/[!-~&&[^#{}$\"<>\\\\^`|\\[\\]]]*");

  /**
   * Parses a text as on the command line: {@code nginx=nginx -p {dir} -c /etc/my.conf}, or {@code
   * app=app.jar --verbose}, where the command is a jar with its arguments.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static Candidate parse(String text) {
    String[] parts = text.split("=", 2);
    if (parts.length < 2 || parts[1].isBlank()) {
      throw new IllegalArgumentException(
          "'%s' is not NAME=COMMAND, such as nginx='nginx -c my.conf'".formatted(text));
    }
    if (!NAME.matcher(parts[0]).matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a name: letters, digits, dots and dashes".formatted(parts[0]));
    }
    String given = parts[1].strip();
    String command = JAR.matcher(given).matches() ? RUN_JAR + given : given;
    if (!command.contains(PORT)) {
      throw new IllegalArgumentException(
          "the command of '%s' has no %s, so nobody tells the server where to listen"
              .formatted(parts[0], PORT));
    }
    return new Candidate(parts[0], command, null);
  }

  /**
   * Returns a copy with a path of its own.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public Candidate asking(String ownPath) {
    if (!isPath(ownPath)) {
      throw new IllegalArgumentException(
          "the path of '%s' begins with / and has no blanks or braces, unlike %s"
              .formatted(name, ownPath));
    }
    return new Candidate(name, command, ownPath);
  }

  /**
   * Returns the command line, ready to be run.
   *
   * @param values what replaces each name in braces: port, root (of the documents), cpus (how many
   *     processors the server has), dir (a folder for files of its own), java (that of the stages
   *     with its options), handler (the arguments by which a stage learns what to do), admin (a
   *     port for statistics), servers (the folder of the real servers), and timing (whether those
   *     have a Server-Timing field)
   */
  public String commandLine(Map<String, String> values) {
    String line = command;
    for (Map.Entry<String, String> value : values.entrySet()) {
      line = line.replace("{" + value.getKey() + "}", value.getValue());
    }
    return line;
  }

  /** Returns whether a text is a path that can be requested. */
  public static boolean isPath(String text) {
    return PATH.matcher(text).matches();
  }

  /** Whether the command learns what the handler of the stages does. */
  public boolean learnsHandler() {
    return command.contains(HANDLER);
  }

  /** Whether the command learns a port, on which it then has statistics as a stage has. */
  public boolean hasStatistics() {
    return command.contains(ADMIN);
  }

  /** Returns the path for which the candidate is asked beside the stages. */
  public String pathBeside(String ofStages) {
    return path == null ? ofStages : path;
  }
}
