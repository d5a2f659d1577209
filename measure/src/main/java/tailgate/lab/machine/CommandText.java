package tailgate.lab.machine;

import java.util.ArrayList;
import java.util.List;

/** A command line as it would be typed again. */
final class CommandText {

  private static final String ROOT = "--project-root";
  private static final String OUT = "--out";

  private CommandText() {}

  /** Returns the command of this process if it is the lab; otherwise all that is known about it. */
  static String ofThisProcess() {
    ProcessHandle.Info process = ProcessHandle.current().info();
    List<String> arguments = process.arguments().map(List::of).orElse(List.of());
    int jar = arguments.indexOf("-jar");
    return jar < 0
        ? process.commandLine().orElse("unknown")
        : of(arguments.subList(Math.min(jar + 2, arguments.size()), arguments.size()));
  }

  /**
   * Returns the command with these arguments, without the location of the checkout, which {@code
   * ./tailgate} adds, and without the folder for the results: they are of no use to others.
   */
  static String of(List<String> arguments) {
    List<String> words = new ArrayList<>();
    boolean launched = false;
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.equals(ROOT)) {
        launched = true;
        i++;
      } else if (argument.startsWith(ROOT + "=")) {
        launched = true;
      } else if (argument.equals(OUT)) {
        i++;
      } else if (!argument.startsWith(OUT + "=")) {
        words.add(argument.matches("[\\w./=,:@%+-]+") ? argument : "'" + argument + "'");
      }
    }
    return (launched ? "./tailgate " : "java -jar lab-command/target/lab.jar ")
        + String.join(" ", words);
  }
}
