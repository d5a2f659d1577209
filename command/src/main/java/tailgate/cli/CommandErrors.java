package tailgate.cli;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The errors of all commands as a user sees them: each is one line on standard error that begins
 * with the name of the program. Thread-safe.
 */
public final class CommandErrors {

  private CommandErrors() {}

  /** What is wrong with the arguments, and what was probably meant. */
  static String wrong(ParameterException e) {
    return e instanceof UnmatchedArgumentException unmatched
        ? UnknownArgument.describe(
            unmatched.getUnmatched().getFirst(), e.getCommandLine().getCommandSpec())
        : String.valueOf(e.getMessage());
  }

  /** Why a file or an address cannot be used, in plain words instead of class names. */
  public static String why(IOException e) {
    return switch (e) {
      case NoSuchFileException missing -> "it does not exist";
      case NotDirectoryException file -> "it is not a folder";
      case AccessDeniedException denied -> "permission denied";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      case CharacterCodingException garbled -> "it is not UTF-8";
      case UnknownHostException unknown -> "unknown host";
      default -> Objects.requireNonNullElse(e.getMessage(), e.toString());
    };
  }

  /**
   * Prints what is wrong with the arguments.
   *
   * @return the exit code
   */
  public static int printWrong(ParameterException e) {
    return printWrong(e.getCommandLine(), wrong(e));
  }

  /** Prints a message and how to call the help that explains it, which is that of the command. */
  static int printWrong(CommandLine line, @Nullable String message) {
    String[] names = line.getCommandSpec().qualifiedName().split(" ", 2);
    String help = names.length == 1 ? "--help" : names[1] + " --help";
    print(line, message + " (" + help + " explains)");
    return CommandLine.ExitCode.USAGE;
  }

  public static void print(CommandLine line, String message) {
    String oneLine = message.replaceAll("\\R+", " ");
    line.getErr().println(line.getCommandSpec().root().name() + ": " + oneLine);
    line.getErr().flush();
  }
}
