package tailgate.lab.overload;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Which requests a server lets in, and what it does with those that wait: docs/overload.md. */
public enum Policy {
  FIFO(List.of()),

  /** As many wait as there are workers; the others are refused at once. */
  REJECT(List.of("--queue", "8", "--overload", "reject")),

  /** The clients' patience less twice the time of a request. */
  DEADLINE(List.of("--deadline", "80ms")),

  CODEL(List.of("--queue-policy", "codel")),
  LIFO(List.of("--queue-policy", "lifo")),
  CODEL_LIFO(List.of("--queue-policy", "codel-lifo")),
  AIMD(List.of("--admission", "aimd")),

  /** Only in old archives: servers no longer have it. */
  GRADIENT(List.of()),
  VEGAS(List.of("--admission", "vegas")),
  CREDITS(List.of("--admission", "credits")),

  /** Their target is a third of the default. */
  CREDITS_10MS(List.of("--admission", "credits", "--admission-target", "10ms")),

  /** Only in old archives, too. */
  PID(List.of()),

  /** The stage has no queue of requests. */
  NONE(List.of());

  /** Requests that a server has in the handler, unless the user wants others. */
  static final int USUALLY_AT_A_TIME = 8;

  private static final String AT_A_TIME = Integer.toString(USUALLY_AT_A_TIME);

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<String> arguments;

  Policy(List<String> arguments) {
    this.arguments = arguments;
  }

  /** Whether a stage can have it. */
  boolean fits(String stage) {
    return switch (stage) {
      case "threadpool", "adaptive-pool" -> this != NONE;
      case "thread-per-request", "virtual-threads" -> this != NONE && this != REJECT;
      default -> this == NONE;
    };
  }

  List<String> arguments() {
    return arguments;
  }

  /** What lets eight requests of a stage be in the handler at the same time, as the last option. */
  static List<String> boundOf(String stage) {
    return switch (stage) {
      case "threadpool" -> List.of("--workers", AT_A_TIME);
      case "adaptive-pool" -> List.of("--min-workers", "2", "--max-workers", AT_A_TIME);
      case "thread-per-request", "virtual-threads" -> List.of("--max-concurrent", AT_A_TIME);
      default -> List.of();
    };
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All that can be asked for, as on the command line. */
  public static List<String> names() {
    return Arrays.stream(values())
        .filter(each -> each != NONE && each != GRADIENT && each != PID)
        .map(Policy::toString)
        .toList();
  }
}
