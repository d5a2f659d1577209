package tailgate.lab.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tailgate.cli.CommandErrors;

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

  /** The exit code if there are no figures, or none that mean something. */
  static final int DOUBTED = 3;

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

  /**
   * Refuses options that have no use in one way of running the command, or in any other.
   *
   * @param way the option that chooses it
   * @param only the options that are for it alone
   * @param common the options that are also for it
   */
  final void checkUse(String way, boolean isGiven, List<String> only, List<String> common) {
    for (OptionSpec option : commandLine().getParseResult().matchedOptions()) {
      Stream<String> names = Stream.of(option.names());
      if (isGiven && names.noneMatch(name -> only.contains(name) || common.contains(name))) {
        throw wrong(way + " leaves no use for " + option.longestName());
      }
      if (!isGiven && only.contains(option.longestName())) {
        throw wrong(option.longestName() + " needs " + way);
      }
    }
  }

  /** Prints a line at once. */
  final void say(String line) {
    console().println(line);
    console().flush();
  }

  /** Says why there are no figures, or none that mean something; returns the exit code. */
  final int doubted(String why) {
    CommandErrors.print(commandLine(), why);
    return DOUBTED;
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
