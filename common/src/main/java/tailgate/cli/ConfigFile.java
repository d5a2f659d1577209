package tailgate.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options from a properties file: {@code port = 8080} stands for {@code --port=8080} in front of
 * the command line. A name that the command line has too is left out, so the command line wins.
 */
final class ConfigFile {

  private static final String OPTION = "--config";

  private ConfigFile() {}

  /**
   * The arguments with those of the file that they name in front.
   *
   * @throws StartupException if the file cannot be read or has a name that is no option
   */
  static String[] expand(String[] arguments, CommandSpec spec) {
    String file = fileIn(arguments);
    if (file == null) {
      return arguments;
    }
    Properties properties = read(file);
    List<String> all = new ArrayList<>();
    for (String name : new TreeSet<>(properties.stringPropertyNames())) {
      OptionSpec option = spec.findOption("--" + name);
      if (option == null || option.usageHelp() || option.versionHelp() || isConfig(name)) {
        throw new StartupException("unknown option in " + file + ": " + name, null);
      }
      if (!isGiven(option, arguments)) {
        add(name, option, properties.getProperty(name).strip(), all);
      }
    }
    all.addAll(Arrays.asList(arguments));
    return all.toArray(String[]::new);
  }

  private static void add(String name, OptionSpec option, String value, List<String> all) {
    if (!option.negatable()) {
      all.add("--" + name + "=" + value);
    } else if (value.equals("true") || value.equals("false")) {
      all.add(value.equals("true") ? "--" + name : "--no-" + name);
    } else {
      throw new StartupException(name + " is true or false, not " + value, null);
    }
  }

  private static boolean isConfig(String name) {
    return OPTION.equals("--" + name);
  }

  private static boolean isGiven(OptionSpec option, String[] arguments) {
    return Arrays.stream(arguments)
        .map(argument -> argument.split("=", 2)[0].replaceFirst("^--no-", "--"))
        .anyMatch(given -> Arrays.asList(option.names()).contains(given));
  }

  private static @Nullable String fileIn(String[] arguments) {
    String file = null;
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].startsWith(OPTION + "=")) {
        file = arguments[i].substring(OPTION.length() + 1);
      } else if (arguments[i].equals(OPTION) && i + 1 < arguments.length) {
        file = arguments[i + 1];
      }
    }
    return file;
  }

  private static Properties read(String file) {
    var properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(file))) {
      properties.load(reader);
      return properties;
    } catch (IOException | IllegalArgumentException e) {
      throw new StartupException("cannot read " + file + ": " + e, e);
    }
  }
}
