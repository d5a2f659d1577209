package tailgate.lab.overload;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a server does for each request. */
public enum HandlerKind {
  /** Eight at a time can wait, so a server with eight workers does 800 a second. */
  WAITS("waits 10 ms", 800, List.of("--simulate-io", "10ms")),

  /** What it can do depends on its processors alone: 500 a second for each. */
  COMPUTES("computes for 2 ms", 4_000, List.of("--simulate-cpu", "2ms")),

  /** Fewer slots than workers: what waits for one is in no queue of the server. */
  BACK_END(
      "asks a back end with 4 slots for 5 ms",
      800,
      List.of("--handler-jar", HandlerKind.JAR, "--handler", "example.FourConnections"));

  /** In arguments: the jar of the example. */
  static final String JAR = "{handlers}";

  /** The file in {@code docs/examples}, without {@code .java}. */
  public static final String EXAMPLE = "FourConnections";

  private static final double COMPUTED_PER_PROCESSOR = 500;
  private static final int USERS = 12;
  private static final int FEW_USERS = 6;

  private final String words;
  private final double most;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<String> arguments;

  /**
   * @param most requests in a second, eight at a time
   */
  HandlerKind(String words, double most, List<String> arguments) {
    this.words = words;
    this.most = most;
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
   * CoDel, and nobody is refused by a queue of eight. Where eight are in the handler, twelve; but
   * virtual threads that compute wait for a processor, all of them.
   */
  int users() {
    return this == COMPUTES ? FEW_USERS : USERS;
  }

  /**
   * No server does more in a second, with eight requests at a time.
   *
   * @param cores of the server
   */
  double mostPerSecond(int cores) {
    return this == COMPUTES ? Math.min(most, COMPUTED_PER_PROCESSOR * cores) : most;
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
