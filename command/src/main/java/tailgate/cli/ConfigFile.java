package tailgate.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Options from a properties file. {@code port = 8080} is inserted as {@code --port=8080} before the
 * command line. An option that is also on the command line is left out of the file, so the command
 * line wins.
 */
record ConfigFile(Path file, CommandLine line) {

  private static final String OPTION = "--config";

  /**
   * Inserts the options of the file that the arguments name.
   *
   * @throws ParameterException if the arguments, or the names and values in the file, are invalid
   * @throws StartupException if the file cannot be read
   */
  static String[] expand(String[] arguments, CommandLine line) {
    if (Arrays.stream(arguments).noneMatch(argument -> argument.startsWith(OPTION))) {
      return arguments; // most starts parse the arguments only once
    }
    ParseResult given = line.parseArgs(arguments);
    Path file = given.matchedOptionValue(OPTION, null);
    if (file == null || given.isUsageHelpRequested() || given.isVersionHelpRequested()) {
      return arguments;
    }
    return new ConfigFile(file, line).expand(arguments, given);
  }

  private String[] expand(String[] arguments, ParseResult given) {
    List<String> all = new ArrayList<>();
    Set<OptionSpec> seen = new HashSet<>();
    for (Setting setting : read()) {
      OptionSpec option = option(setting.name());
      if (!seen.add(option) && !option.isMultiValue()) {
        throw refusal(setting.name() + " is set twice");
      }
      if (!given.hasMatchedOption(option)) {
        all.add(argument(setting, option));
      }
    }
    all.addAll(Arrays.asList(arguments));
    String[] expanded = all.toArray(String[]::new);
    parse(expanded);
    return expanded;
  }

  /** The arguments alone are valid, so an error now comes from the file. */
  private void parse(String[] expanded) {
    try {
      line.parseArgs(expanded);
    } catch (ParameterException e) {
      throw refusal(e.getMessage());
    }
  }

  private OptionSpec option(String name) {
    OptionSpec option = line.getCommandSpec().findOption("--" + name);
    if (option == null) {
      throw refusal(UnknownArgument.describe("--" + name, line.getCommandSpec()));
    }
    if (option.usageHelp() || option.versionHelp() || OPTION.equals("--" + name)) {
      throw refusal(name + " can only be set on the command line");
    }
    return option;
  }

  private String argument(Setting setting, OptionSpec option) {
    if (!option.negatable()) {
      return "--" + setting.name() + "=" + setting.value();
    }
    return switch (setting.value()) {
      case "true" -> "--" + setting.name();
      case "false" -> "--no-" + setting.name();
      default ->
          throw refusal(setting.name() + " must be true or false, not '" + setting.value() + "'");
    };
  }

  private ParameterException refusal(@Nullable String message) {
    return new ParameterException(line, "in " + file + ": " + message);
  }

  private List<Setting> read() {
    var settings = new Settings();
    try (Reader reader = Files.newBufferedReader(file)) {
      settings.load(reader);
      return settings.inOrder;
    } catch (IOException e) {
      throw new StartupException("cannot read " + file, e);
    } catch (IllegalArgumentException e) {
      throw refusal(e.getMessage()); // a malformed escape
    }
  }

  private record Setting(String name, String value) {}

  /** Keeps what {@link Properties} loses: the order, and duplicate names. */
  private static final class Settings extends Properties {

    private static final long serialVersionUID = 1;

    private final transient List<Setting> inOrder = new ArrayList<>();

    @Override
    public synchronized @Nullable Object put(Object name, Object value) {
      inOrder.add(new Setting((String) name, ((String) value).strip()));
      return super.put(name, value);
    }
  }
}
