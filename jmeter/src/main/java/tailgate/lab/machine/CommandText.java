package tailgate.lab.machine;

import java.util.ArrayList;
import java.util.List;

/** A command line as it would be typed again. */
final class CommandText {

  private static final String ROOT = "--project-root";
  private static final String OUT = "--out";

  private CommandText() {}

  /** Of the lab that runs this; of anything else all that is known. */
  static String ofThisProcess() {
    ProcessHandle.Info process = ProcessHandle.current().info();
    List<String> arguments = process.arguments().map(List::of).orElse(List.of());
    int jar = arguments.indexOf("-jar");
    return jar < 0
        ? process.commandLine().orElse("unknown")
        : of(arguments.subList(Math.min(jar + 2, arguments.size()), arguments.size()));
  }

  /**
   * The command that had these arguments. {@code ./tailgate} adds where the checkout is, which is
   * of no use to anybody else and so left out, as is where the results were to go.
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
    return (launched ? "./tailgate " : "java -jar jmeter/target/lab.jar ")
        + String.join(" ", words);
  }
}
