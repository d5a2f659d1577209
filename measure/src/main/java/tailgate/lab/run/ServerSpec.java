package tailgate.lab.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A stage and how it is started.
 *
 * @param arguments beyond its port and its root
 * @param root the site that it serves, unless the arguments name one; the sample site if empty
 * @param jvm options of its JVM
 */
public record ServerSpec(
    String stage, List<String> arguments, Optional<Path> root, List<String> jvm) {

  private static final String HANDLER = "--(simulate-(io|cpu)|handler(-jar)?)";

  public ServerSpec {
    arguments = List.copyOf(arguments);
    jvm = List.copyOf(jvm);
  }

  /** A server without options of its JVM. */
  public ServerSpec(String stage, List<String> arguments, Optional<Path> root) {
    this(stage, arguments, root, List.of());
  }

  /** A server of the sample site. */
  public ServerSpec(String stage, List<String> arguments) {
    this(stage, arguments, Optional.empty());
  }

  /** Returns the arguments that say what the handler does; none if it serves files. */
  List<String> handler() {
    return IntStream.range(0, arguments.size())
        .filter(i -> arguments.get(i).matches(HANDLER + ".*") || isValueOfHandler(i))
        .mapToObj(arguments::get)
        .toList();
  }

  private boolean isValueOfHandler(int i) {
    return i > 0 && arguments.get(i - 1).matches(HANDLER);
  }

  /** Returns the jar and the class of a handler of the user's; empty for the built-in one. */
  List<String> ownHandler() {
    return IntStream.range(1, arguments.size())
        .filter(i -> arguments.get(i - 1).matches("--handler(-jar)?"))
        .mapToObj(arguments::get)
        .toList();
  }

  /** Whether the arguments say which site the server serves. */
  boolean setsRoot() {
    return arguments.stream().anyMatch(a -> a.matches("--root(=.*)?|-r.*"));
  }

  /** Whether the user has set whether there is an admin port, or which. */
  boolean setsAdmin() {
    return arguments.stream().anyMatch(a -> a.matches("--(no-)?admin(-port)?(=.*)?"));
  }
}
