package tailgate.lab.cli;

import java.nio.file.Files;
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
 * @param project the checkout, whose {@code ./tailgate jdk} finds versions
 * @param given as {@code JAVA} or {@code NAME=JAVA}, where a Java is a path or a version; none for
 *     the Java that runs this
 */
record Javas(Project project, List<String> given) {

  static final String ONE = "several --java are for carriers, jvm and java-*; here it is one";

  private static final String NAMED = "[A-Za-z0-9.+-]+=.+";
  private static final String VERSION = "[1-9][0-9]*([.+-][0-9A-Za-z.+-]*)?";
  private static final Path OURS = Path.of(System.getProperty("java.home"), "bin", "java");

  /**
   * A Java that was started.
   *
   * @param version the exact version, as {@code 25.0.3+9-LTS (Eclipse Adoptium)}
   */
  record Found(String name, String path, String version) {

    /**
     * Starts this Java once.
     *
     * @throws LabException if it does not take these options; the message says why in a line
     */
    void check(List<String> options) throws LabException, InterruptedException {
      List<String> command = new ArrayList<>(List.of(path));
      command.addAll(options);
      command.add("-version");
      Optional<String> failure = Tool.failure(command);
      if (failure.isPresent()) {
        throw new LabException(
            "Java %s does not start with %s: %s"
                .formatted(name, String.join(" ", options), failure.get()));
      }
    }
  }

  Javas {
    given = List.copyOf(given);
  }

  /**
   * Returns the Java of a command that takes one.
   *
   * @throws LabException if there are several
   */
  Path only() throws LabException, InterruptedException {
    if (areSeveral()) {
      throw new LabException(ONE);
    }
    return common();
  }

  boolean areSeveral() {
    return given.size() > 1 || given.stream().anyMatch(text -> text.matches(NAMED));
  }

  /**
   * Returns the Java for all servers without a named one, and for generators: the Java of the lab
   * if several are given.
   */
  Path common() throws LabException, InterruptedException {
    return given.isEmpty() || areSeveral() ? OURS : Path.of(path(given.get(0)));
  }

  /**
   * Finds all Javas by their names. A Java that is given without a name has the name of the version
   * that was asked for, or else of its feature version.
   *
   * @throws LabException if one cannot be run, or is not the version of its name
   */
  SequencedMap<String, Found> find() throws LabException, InterruptedException {
    SequencedMap<String, Found> javas = new LinkedHashMap<>();
    for (String text : areSeveral() ? given : List.of(common().toString())) {
      String[] parts = text.matches(NAMED) ? text.split("=", 2) : new String[] {"", text};
      String path = path(parts[1]);
      Host host = Environment.of(project, path).host();
      String version = Objects.requireNonNull(host, "known of this machine").javaBuild();
      String feature = version.split("[.+ -]", 2)[0];
      String name = parts[0];
      if (name.isEmpty()) {
        name = isVersion(text) ? text : feature;
      } else if (name.matches("\\d+") && !name.equals(feature)) {
        throw new LabException("--java: %s is Java %s, not %s".formatted(path, version, name));
      }
      if (javas.put(name, new Found(name, path, version)) != null) {
        throw new LabException("--java: there are two of the name " + name);
      }
    }
    return javas;
  }

  /** Returns the java binary of a path or of a version, which is fetched if it is not here. */
  private String path(String java) throws LabException, InterruptedException {
    if (!isVersion(java)) {
      return java;
    }
    String home =
        Tool.answer(project.root().resolve("tailgate").toString(), "jdk", java)
            .orElseThrow(() -> new LabException("--java: there is no Java " + java));
    return Path.of(home, "bin", "java").toString();
  }

  private static boolean isVersion(String java) {
    return java.matches(VERSION) && !Files.exists(Path.of(java));
  }

  static SequencedMap<String, String> versions(SequencedMap<String, Found> javas) {
    SequencedMap<String, String> versions = new LinkedHashMap<>();
    javas.values().forEach(java -> versions.put(java.name(), java.version()));
    return versions;
  }
}
