package tailgate.lab.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.candidate.RealServers;
import tailgate.lab.project.Project;

/** The options that name servers from elsewhere, beside the stages. */
final class CandidateOptions {

  /** Says what to do with a candidate that differs from the stages. */
  enum OnDifference {
    REFUSE,
    RECORD
  }

  @Option(
      names = "--candidate",
      scope = ScopeType.INHERIT,
      paramLabel = "NAME=COMMAND",
      description =
          "measure another server beside the stages; sh -c COMMAND starts it, with {port}, {root},"
              + " {handler} and others replaced. APP.jar ARGS is a command that tells Spring Boot,"
              + " Quarkus, Helidon and Micronaut where to listen. Repeat the option for several"
              + " servers (choose, slow-handler, scale and fan-out; docs/choosing.md)")
  List<String> commands = List.of();

  @Option(
      names = "--servers",
      split = ",",
      scope = ScopeType.INHERIT,
      paramLabel = "NAME",
      description =
          "measure real servers beside the stages, with the same handler: tomcat, tomcat-virtual,"
              + " jetty, ..., or all; candidates/README.md lists them (where --candidate is"
              + " allowed)")
  List<String> servers = List.of();

  @Option(
      names = "--candidate-path",
      scope = ScopeType.INHERIT,
      paramLabel = "NAME=PATH",
      description =
          "the path that is requested from a candidate; needed if the stages run a handler"
              + " (default: the path that is requested from the stages)")
  Map<String, String> paths = new LinkedHashMap<>();

  @Option(
      names = "--on-difference",
      scope = ScopeType.INHERIT,
      paramLabel = "WHAT",
      description =
          "if a candidate answers differently from the stages, or accepts fewer connections:"
              + " refuse the candidate before anything is measured, or record the difference"
              + " (default: refuse)")
  OnDifference onDifference = OnDifference.REFUSE;

  boolean isGiven() {
    return !commands.isEmpty() || !servers.isEmpty();
  }

  boolean refuses() {
    return onDifference == OnDifference.REFUSE;
  }

  /**
   * Returns the real servers that were chosen.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  List<Candidate> servers(Project project) {
    return RealServers.named(servers, project.candidates());
  }

  /**
   * Returns all candidates, in their order.
   *
   * @param real the real servers among them
   * @throws IllegalArgumentException with a message for the user
   */
  List<Candidate> all(List<Candidate> real) {
    List<Candidate> all = new ArrayList<>();
    List<Candidate> given =
        Stream.concat(real.stream(), commands.stream().map(Candidate::parse)).toList();
    for (Candidate candidate : given) {
      String name = candidate.name();
      check(!Project.STAGES.contains(name), "'%s' is the name of a stage".formatted(name));
      check(!names(all).contains(name), "there are two of the name '%s'".formatted(name));
      String path = paths.get(name);
      all.add(path == null ? candidate : candidate.asking(path));
    }
    for (String name : paths.keySet()) {
      check(
          names(all).contains(name),
          "--candidate-path names '%s', which there is not".formatted(name));
    }
    return all;
  }

  private static List<String> names(List<Candidate> candidates) {
    return candidates.stream().map(Candidate::name).toList();
  }

  private static void check(boolean right, String complaint) {
    if (!right) {
      throw new IllegalArgumentException(complaint);
    }
  }

  /**
   * Returns the stages and the candidates.
   *
   * @param real the real servers among the candidates
   * @param handler what the stages run; empty for files
   * @throws IllegalArgumentException with a message for the user
   */
  List<String> beside(List<Candidate> real, List<String> stages, String handler) {
    List<Candidate> all = all(real);
    for (Candidate candidate : all) {
      check(
          handler.isEmpty() || candidate.path() != null || candidate.learnsHandler(),
          ("the stages run %s; say where the other server does the same work:"
                  + " --candidate-path %s=/PATH, or have its command learn what: {handler}")
              .formatted(handler, candidate.name()));
    }
    return Stream.concat(stages.stream(), names(all).stream()).toList();
  }
}
