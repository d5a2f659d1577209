package tailgate.cli;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** An argument that the command does not know, and what may have been meant. */
final class UnknownOption {

  /** Letters that may be wrong, missing or too many; with more, a guess is no help. */
  private static final int MAX_DISTANCE = 2;

  private UnknownOption() {}

  /** In words for the user. */
  static String describe(String argument, CommandSpec spec) {
    if (!argument.startsWith("-")) {
      return "unexpected argument '" + argument + "'";
    }
    int end = argument.indexOf('=');
    String name = end < 0 ? argument : argument.substring(0, end);
    return "unknown option '"
        + name
        + "'"
        + nearest(name, spec).map(known -> ", did you mean " + known).orElse("");
  }

  private static Optional<String> nearest(String name, CommandSpec spec) {
    return Stream.of(spec.optionsMap(), spec.negatedOptionsMap())
        .flatMap(options -> options.keySet().stream())
        .filter(known -> known.startsWith("--") && distance(name, known) <= MAX_DISTANCE)
        .min(Comparator.comparingInt(known -> distance(name, known)));
  }

  /** Levenshtein's: the least number of letters to insert, delete or replace. */
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
