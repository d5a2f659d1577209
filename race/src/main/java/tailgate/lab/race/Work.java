package tailgate.lab.race;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Says what the handler of all servers does for each request, by the names of the page. */
enum Work {
  FILE("file", 0, 0),
  WAIT_10("wait-10ms", 10, 0, "--simulate-io", "10ms"),
  WAIT_50("wait-50ms", 50, 0, "--simulate-io", "50ms"),
  WAIT_100("wait-100ms", 100, 0, "--simulate-io", "100ms"),
  EXPONENTIAL("exponential", 50, 0, "--simulate-io", "exp:50ms"),
  COMPUTE("compute-2ms", 0, 2, "--simulate-cpu", "2ms"),
  MIXED("mixed", 20, 0.5, "--simulate-io", "exp:20ms", "--simulate-cpu", "exp:500us"),
  /** Each request holds a slot of the {@link SlotsHandler}. */
  SLOTS("slots", SlotsHandler.HOLD_MILLIS, 0);

  private final String title;

  /** The mean time that a request waits; the next field is a mean, too. */
  private final double waitsMillis;

  private final double computesMillis;

  @SuppressWarnings("ImmutableEnumChecker") // never changed
  private final List<String> arguments;

  Work(String title, double waitsMillis, double computesMillis, String... arguments) {
    this.title = title;
    this.waitsMillis = waitsMillis;
    this.computesMillis = computesMillis;
    this.arguments = List.of(arguments);
  }

  /** Finds work by its name on the page; refuses others with a message for the user. */
  static Work named(String title) {
    return Arrays.stream(values())
        .filter(work -> work.title.equals(title))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no handler '%s'; there are %s".formatted(title, titles())));
  }

  private static String titles() {
    return Arrays.stream(values()).map(work -> work.title).collect(Collectors.joining(", "));
  }

  String title() {
    return title;
  }

  /** Returns for how long a request holds a worker if nothing is in its way. */
  double millis() {
    return waitsMillis + computesMillis;
  }

  double computesMillis() {
    return computesMillis;
  }

  /** Returns arguments for the command line of a server. */
  List<String> arguments() {
    return arguments;
  }
}
