package tailgate.lab.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import tailgate.lab.LabException;
import tailgate.lab.machine.Environment;
import tailgate.lab.machine.Host;
import tailgate.lab.machine.Tool;
import tailgate.lab.project.Project;

/**
 * The Javas that a command line names: one for all, or several with names.
 *
 * @param given as {@code PATH} or {@code NAME=PATH}; none for the Java that runs this
 */
record Javas(List<String> given) {

  private static final String NAMED = "[A-Za-z0-9.-]+=.+";
  private static final Path OURS = Path.of(System.getProperty("java.home"), "bin", "java");

  /**
   * A Java that was started.
   *
   * @param version the version, as {@code 25.0.3}
   */
  record Found(String name, String path, String version) {

    /**
     * Starts this Java once.
     *
     * @throws LabException if it does not take these options; the message says why in a line
     */
    void check(List<String> options) throws LabException {
      List<String> command = new ArrayList<>(List.of(path));
      command.addAll(options);
      command.add("-version");
      try {
        Optional<String> failure = Tool.failure(command);
        if (failure.isPresent()) {
          throw new LabException(
              "Java %s does not start with %s: %s"
                  .formatted(name, String.join(" ", options), failure.get()));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new LabException("interrupted", e);
      }
    }
  }

  Javas {
    given = List.copyOf(given);
  }

  boolean areNamed() {
    return given.stream().anyMatch(text -> text.matches(NAMED));
  }

  /**
   * Returns the Java for all servers without a named one, and for generators: the Java of the lab
   * if all of the given ones have names.
   */
  Path common() {
    return given.isEmpty() || areNamed() ? OURS : Path.of(given.get(0));
  }

  /**
   * Finds all Javas by their names, which are their feature versions if they have none.
   *
   * @throws LabException if one cannot be run, or is not the version of its name
   */
  SequencedMap<String, Found> find(Project project) throws LabException {
    SequencedMap<String, Found> javas = new LinkedHashMap<>();
    for (String text : areNamed() ? given : List.of(common().toString())) {
      boolean named = text.matches(NAMED);
      String path = named ? text.substring(text.indexOf('=') + 1) : text;
      String version = version(project, path);
      String feature = version.split("[.+-]", 2)[0];
      String name = named ? text.substring(0, text.indexOf('=')) : feature;
      if (name.matches("\\d+") && !name.equals(feature)) {
        throw new LabException("--java: %s is Java %s, not %s".formatted(path, version, name));
      }
      if (javas.put(name, new Found(name, path, version)) != null) {
        throw new LabException("--java: there are two of the name " + name);
      }
    }
    return javas;
  }

  private static String version(Project project, String path) throws LabException {
    try {
      Host host = Environment.of(project, path).host();
      return Objects.requireNonNull(host, "known of this machine").javaVersion();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted", e);
    }
  }

  static SequencedMap<String, String> versions(SequencedMap<String, Found> javas) {
    SequencedMap<String, String> versions = new LinkedHashMap<>();
    javas.values().forEach(java -> versions.put(java.name(), java.version()));
    return versions;
  }
}
