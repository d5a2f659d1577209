package tailgate.lab.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options for a handler of the user's own, instead of the handler of the experiment: what the
 * options of the same names ({@code OwnHandlerOptions}) are to a stage.
 */
final class LabHandlerOptions {

  @Option(
      names = "--handler-jar",
      paramLabel = "FILE",
      description =
          "a jar with a handler of your own, which replaces the experiment's (docs/own-handler.md)")
  @Nullable Path jar;

  @Option(
      names = "--handler",
      paramLabel = "CLASS",
      description = "the full name of its class; it must answer the experiment's requests with 200")
  @Nullable String className;

  /**
   * The class that was chosen, and the arguments that load it.
   *
   * @param arguments the arguments of every stage
   */
  record Choice(String className, List<String> arguments) {

    /** Returns the name of the class, without its package. */
    String name() {
      return className.substring(className.lastIndexOf('.') + 1);
    }
  }

  boolean isGiven() {
    return jar != null || className != null;
  }

  /** Returns the chosen handler; empty if the experiment's own is to be used. */
  Optional<Choice> choice(LabOptions lab) {
    if (jar == null && className == null) {
      return Optional.empty();
    }
    if (jar == null || className == null || className.isBlank()) {
      throw lab.wrong("--handler-jar and --handler need each other: the jar, and the class in it");
    }
    if (!Files.isRegularFile(jar)) { // else each stage would report it, one after the other
      throw lab.wrong("--handler-jar: there is no file " + jar);
    }
    return Optional.of(
        new Choice(
            className,
            List.of("--handler-jar", jar.toAbsolutePath().toString(), "--handler", className)));
  }
}
