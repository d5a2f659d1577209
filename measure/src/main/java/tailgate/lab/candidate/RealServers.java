package tailgate.lab.candidate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Knows the servers of the module candidates, which are candidates by their names alone. */
public final class RealServers {

  private static final String ALL = "all";
  private static final String NO_VERSION = "-";

  private RealServers() {}

  /**
   * Returns the servers of these names, which do what the handler of the stages does. As candidates
   * they have their versions in their names: {@code tomcat-11.0.27}.
   *
   * @param folder of the module's build
   * @throws IllegalArgumentException with a message for the user
   */
  public static List<Candidate> named(List<String> names, Path folder) {
    if (names.isEmpty()) {
      return List.of();
    }
    Map<String, Candidate> all = all(folder);
    List<Candidate> chosen = new ArrayList<>();
    for (String name : names) {
      Candidate server = all.get(name);
      if (server == null && !name.equals(ALL)) {
        throw new IllegalArgumentException(
            "no server '%s'; there are %s, and %s for all of them"
                .formatted(name, String.join(", ", all.keySet()), ALL));
      }
      chosen.addAll(server == null ? all.values() : List.of(server));
    }
    return chosen;
  }

  /** Reads servers.txt, whose comment says what is in a line. */
  private static Map<String, Candidate> all(Path folder) {
    Map<String, Candidate> all = new LinkedHashMap<>();
    try (Stream<Path> files = Files.list(folder.resolve("lib"))) {
      List<String> libraries = files.map(Path::getFileName).map(Path::toString).sorted().toList();
      for (String line : Files.readAllLines(folder.resolve("servers.txt"))) {
        String[] words = line.split(" ", 3);
        if (!line.startsWith("#")) {
          String version = words[1].equals(NO_VERSION) ? "" : "-" + words[1];
          List<String> jars = List.of(words[2].split(","));
          String classPath =
              libraries.stream()
                  .filter(jar -> jars.stream().anyMatch(jar::startsWith))
                  .map(jar -> ":{servers}/lib/" + jar)
                  .collect(Collectors.joining());
          // The jars of the class path are in the archive of a run, because their names have
          // versions.
          String command =
              "exec {java} -cp '{servers}/candidates.jar"
                  + classPath
                  + "' tailgate.candidates.CandidateServer "
                  + words[0]
                  + " --port {port} --admin-port {admin} --root '{root}' {handler} {timing}";
          all.put(words[0], new Candidate(words[0] + version, command, null));
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "no %s; build it with: mvn -Pcandidates package".formatted(e.getMessage()), e);
    }
    return all;
  }
}
