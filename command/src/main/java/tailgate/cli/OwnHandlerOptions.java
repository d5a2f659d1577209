package tailgate.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.http.ErrorPages;

/** Options for a handler of the user's own instead of the files. */
public final class OwnHandlerOptions {

  @Option(
      names = "--handler-jar",
      paramLabel = "FILE",
      description = "A jar with a class that answers all requests, instead of the files. (none)")
  @Nullable Path jar;

  @Option(
      names = "--handler",
      paramLabel = "CLASS",
      description =
          "The full name of that class. It must implement tailgate.http.Handler and have a public"
              + " constructor without arguments. (none)")
  @Nullable String className;

  /** Returns whether there is such a handler. */
  public boolean given() {
    return jar != null || className != null;
  }

  /** Loads the handler, which checks its responses; an exception says which option is wrong. */
  public OwnHandler load() {
    if (jar == null) {
      throw new IllegalArgumentException("--handler needs --handler-jar, the jar with the class");
    }
    if (className == null || className.isBlank()) {
      throw new IllegalArgumentException("--handler-jar needs --handler, the class in it");
    }
    return OwnHandler.load(jar, className);
  }

  ServedContent serve() {
    OwnHandler handler = load();
    return new ServedContent(
        handler,
        ErrorPages.BUILT_IN, // error pages of a site would replace the handler's own
        null,
        () -> true,
        List.of(new Banner.Line("handler", className + " of " + jar)),
        handler::close);
  }
}
