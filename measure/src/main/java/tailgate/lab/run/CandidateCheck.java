package tailgate.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.candidate.Examination;
import tailgate.lab.candidate.Parity;
import tailgate.lab.load.RequestSpec;

/**
 * Checks all candidates before anything is measured: whether they start, do the same work as the
 * stages, and take as many connections.
 *
 * @param refuses whether a candidate that differs ends the lab; otherwise the difference is
 *     reported and recorded
 */
public record CandidateCheck(StageRun stages, boolean refuses) {

  /**
   * The requests and connections that all servers are asked for.
   *
   * @param stage with which candidates are compared, or the candidate with which the others are
   * @param arguments of that stage
   * @param path of the requests
   * @param fileSize of the only file; null for the sample site
   * @param kept whether connections are used again; both if both are measured
   * @param connections that a load keeps at most
   */
  public record Asked(
      String stage,
      List<String> arguments,
      String path,
      @Nullable Long fileSize,
      Set<Boolean> kept,
      int connections) {

    private static final String ONE_AT_A_TIME = "singlethreaded";

    public Asked {
      arguments = List.copyOf(arguments);
      kept = Set.copyOf(kept);
    }

    /** Returns the stage to compare with: one that keeps connections if there is one. */
    public static String bestOf(List<String> stages) {
      return stages.stream()
          .filter(stage -> !stage.equals(ONE_AT_A_TIME))
          .findFirst()
          .orElse(stages.get(0));
    }

    /** Returns how connections are used at the stage, which a kept one may occupy. */
    private Set<Boolean> keptByStage() {
      return stage.equals(ONE_AT_A_TIME) ? Set.of(false) : kept;
    }
  }

  /**
   * Checks all candidates.
   *
   * @param context gets a line on each candidate; its folder is for everything
   * @return a line on each candidate
   * @throws LabException if one does not start or, if that is refused, differs; says which and why
   */
  public List<String> check(Asked asked, RunContext context)
      throws IOException, LabException, InterruptedException {
    Optional<Path> root = Optional.empty();
    if (asked.fileSize != null) {
      root = Optional.of(SmallSite.in(context.folder(), asked.path, asked.fileSize));
    }
    Map<Candidate, Examination> seen = new LinkedHashMap<>();
    for (Candidate candidate : others(asked)) {
      ServerSpec server = new ServerSpec(candidate.name(), asked.arguments, root);
      seen.put(candidate, look(server, asked, asked.kept, asked.connections, context));
    }
    boolean isLimited = seen.values().stream().anyMatch(examined -> !examined.tookAll());
    // Whether the clients can have so many is a question only then.
    Examination expected =
        look(
            new ServerSpec(asked.stage, asked.arguments, root),
            asked,
            asked.keptByStage(),
            isLimited ? asked.connections : 0,
            context);
    List<String> lines = new ArrayList<>();
    for (Map.Entry<Candidate, Examination> examined : seen.entrySet()) {
      Parity parity = new Parity(examined.getKey(), asked.stage, examined.getValue(), expected);
      refuse(parity);
      context.progress().println("candidate " + parity);
      lines.add(parity.toString());
    }
    context.progress().println();
    return lines;
  }

  private List<Candidate> others(Asked asked) {
    return stages.candidates().stream()
        .filter(candidate -> !candidate.name().equals(asked.stage))
        .toList();
  }

  private void refuse(Parity parity) throws LabException {
    Optional<String> limit = parity.ownLimit();
    if (limit.isPresent()) {
      throw new LabException(limit.get());
    }
    if (refuses && !parity.differences().isEmpty()) {
      throw new LabException(
          "candidate %s is not measured: %s. Change it, or say --on-difference record"
              .formatted(parity.candidate().name(), String.join("; ", parity.differences())));
    }
  }

  /** Starts a server, looks at it, and stops it. */
  private Examination look(
      ServerSpec server, Asked asked, Set<Boolean> kept, int connections, RunContext context)
      throws LabException, InterruptedException {
    try (RunningServer running = stages.start(server, asked.path, context.in(server.stage()))) {
      RequestSpec request = stages.first(server, asked.path);
      Examination made = Examination.of(running.ready().port(), request, kept, connections);
      running.checkAlive();
      return made;
    } catch (IOException | LabException e) {
      String words = e instanceof LabException ? String.valueOf(e.getMessage()) : e.toString();
      throw new LabException("%s: %s".formatted(server.stage(), words), e);
    }
  }
}
