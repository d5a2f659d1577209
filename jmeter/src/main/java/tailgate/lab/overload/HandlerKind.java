package tailgate.lab.overload;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a server does for each request. */
public enum HandlerKind {
  /** Eight at a time can wait, so a server with eight workers does 800 a second. */
  WAITS("waits 10 ms", List.of("--simulate-io", "10ms")),

  /** What it can do depends on its processors alone. */
  COMPUTES("computes for 2 ms", List.of("--simulate-cpu", "2ms")),

  /** Fewer slots than workers: what waits for one is in no queue of the server. */
  BACK_END(
      "asks a back end with 4 slots for 5 ms",
      List.of("--handler-jar", HandlerKind.JAR, "--handler", "example.FourConnections"));

  /** In arguments: the jar of the example. */
  static final String JAR = "{handlers}";

  /** The file in {@code docs/examples}, without {@code .java}. */
  public static final String EXAMPLE = "FourConnections";

  private final String words;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<String> arguments;

  HandlerKind(String words, List<String> arguments) {
    this.words = words;
    this.arguments = arguments;
  }

  /** For people. */
  String words() {
    return words;
  }

  List<String> arguments() {
    return arguments;
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
