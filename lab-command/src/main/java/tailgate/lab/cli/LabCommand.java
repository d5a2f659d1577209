package tailgate.lab.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Has what all commands have in common. */
@Command(versionProvider = LabCommand.Version.class, sortOptions = false, usageHelpAutoWidth = true)
abstract class LabCommand implements Callable<Integer> {

  /** Reads the version from the jar's manifest. */
  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      String version = Version.class.getPackage().getImplementationVersion();
      return new String[] {
        "Tailgate lab " + (version == null ? "(not run from its jar)" : version)
      };
    }
  }

  @Spec @Nullable CommandSpec spec;

  final CommandLine commandLine() {
    return Objects.requireNonNull(spec, "set by picocli").commandLine();
  }

  final PrintWriter console() {
    return commandLine().getOut();
  }

  /** Makes the exception that is thrown for a wrong option. */
  final ParameterException wrong(String message) {
    return new ParameterException(commandLine(), message);
  }

  /** Refuses an unknown name. */
  final void checkOneOf(String what, List<String> all, String name) {
    if (!all.contains(name)) {
      throw wrong("no %s '%s'; there are %s".formatted(what, name, String.join(", ", all)));
    }
  }

  /** Refuses a file that could not be written at the end. */
  final void checkFile(String option, @Nullable Path file) {
    Path folder = file == null ? null : file.toAbsolutePath().getParent();
    if (file != null && (folder == null || Files.isDirectory(file) || !Files.isWritable(folder))) {
      throw wrong(option + ": cannot write " + file);
    }
  }
}
