package tailgate.cli;

import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** The message for an unknown argument, with a suggestion. */
final class UnknownArgument {

  /**
   * Maximum number of wrong, missing or additional letters; beyond it, a suggestion would not help.
   */
  private static final int MAX_DISTANCE = 2;

  /** Options of the stages in which requests wait; some are for pools only, or not for pools. */
  private static final Set<String> OF_QUEUES =
      Set.of(
          "--queue-policy",
          "--codel-target",
          "--codel-interval",
          "--deadline",
          "--admission",
          "--admission-target",
          "--max-concurrent");

  private UnknownArgument() {}

  /** Returns the message for the user. */
  static String describe(String argument, CommandSpec spec) {
    if (!argument.startsWith("-")) {
      return "unexpected argument '"
          + argument
          + "'"
          + suggestion(argument, spec.subcommands().keySet().stream());
    }
    int end = argument.indexOf('=');
    String name = end < 0 ? argument : argument.substring(0, end);
    return "unknown option '" + name + "'" + hint(name, spec);
  }

  private static String hint(String name, CommandSpec spec) {
    boolean isStage = spec.findOption("--dispatch") != null;
    if (isStage && OF_QUEUES.contains(name)) {
      return spec.findOption("--queue-policy") == null
          ? ": requests do not wait in a queue of " + spec.name()
          : ": in " + spec.name() + " the number of workers is this bound";
    }
    return suggestion(
        name,
        Stream.of(spec.optionsMap(), spec.negatedOptionsMap())
            .flatMap(options -> options.keySet().stream())
            .filter(known -> known.startsWith("--")));
  }

  private static String suggestion(String name, Stream<String> known) {
    return known
        .filter(candidate -> distance(name, candidate) <= MAX_DISTANCE)
        .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
        .map(candidate -> ", did you mean " + candidate)
        .orElse("");
  }

  /** The Levenshtein distance: the minimum number of insertions, deletions and replacements. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
