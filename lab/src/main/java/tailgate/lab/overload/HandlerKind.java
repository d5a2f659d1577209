package tailgate.lab.overload;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a server does for each request. */
public enum HandlerKind {
  /** A server with eight workers does 800 a second. */
  WAITS("waits 10 ms", 100, List.of("--simulate-io", "10ms")),

  /** What it can do depends on its processors alone: 500 a second for each. */
  COMPUTES("computes for 2 ms", 500, List.of("--simulate-cpu", "2ms")),

  /** Fewer slots than workers: what waits for one is in no queue of the server. */
  BACK_END(
      "asks a back end with 4 slots for 5 ms",
      200,
      List.of("--handler-jar", HandlerKind.JAR, "--handler", "example.FourConnections"));

  /** In arguments: the jar of the example. */
  static final String JAR = "{handlers}";

  /** The file in {@code docs/examples}, without {@code .java}. */
  public static final String EXAMPLE = "FourConnections";

  private static final int SLOTS = 4;
  private static final int FEWEST_USERS = 2;

  private final String words;
  private final double each;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<String> arguments;

  /**
   * @param each requests in a second, if there is always one in the handler
   */
  HandlerKind(String words, double each, List<String> arguments) {
    this.words = words;
    this.each = each;
    this.arguments = arguments;
  }

  /** For people. */
  String words() {
    return words;
  }

  List<String> arguments() {
    return arguments;
  }

  /**
   * Of the closed load that finds the capacity: so few that no wait is as long as the target of
   * CoDel, and nobody is refused by a queue of eight. Half of the number more than can be in the
   * handler; but virtual threads that compute wait for a processor, all of them, so fewer there.
   *
   * @param atATime requests that a server has in the handler
   */
  int users(int atATime) {
    int users = Math.ceilDiv(atATime * 3, this == COMPUTES ? 4 : 2);
    return Math.max(users, FEWEST_USERS); // one would be away between two requests
  }

  /**
   * No server does more in a second.
   *
   * @param cores of the server
   * @param atATime requests that it has in the handler
   */
  double mostPerSecond(int cores, int atATime) {
    int most =
        switch (this) {
          case WAITS -> atATime;
          case COMPUTES -> Math.min(atATime, cores);
          case BACK_END -> Math.min(atATime, SLOTS);
        };
    return each * most;
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All, as on the command line. */
  public static List<String> names() {
    return Arrays.stream(values()).map(HandlerKind::toString).toList();
  }
}
