package tailgate.lab.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tailgate.lab.LabException;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Environment;
import tailgate.lab.results.Archive;
import tailgate.lab.results.Archive.Failure;
import tailgate.lab.results.Archive.Heading;

/**
 * Keeps the results of an interrupted run of the lab: one file for each point, and the heading of
 * the archive.
 */
record Kept<R extends Experiment.Run, T>(Experiment<R, T> experiment, Path folder) {

  /** This file is in the folder of a point once the point has been measured. */
  private static final String POINT = "point.json";

  void keep(R run, T result) throws IOException {
    JsonFiles.write(folder.resolve(run.folder()).resolve(POINT), result);
  }

  /** Returns the result of a point that was measured before. */
  Optional<T> of(R run) throws IOException {
    Path file = folder.resolve(run.folder()).resolve(POINT);
    return Files.exists(file)
        ? Optional.of(JsonFiles.read(file, experiment.resultType()))
        : Optional.empty();
  }

  /** Removes the files of a point that was not finished. */
  void clear(R run) throws IOException {
    Path raw = folder.resolve(run.folder());
    if (Files.exists(raw)) {
      try (Stream<Path> files = Files.walk(raw)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /**
   * Begins the archive anew: its heading, the failures until now, and the results that are there.
   * Runs that have failed are made again, and their failures stay in the archive.
   *
   * @throws LabException if the cut run was another: its results do not belong to ours
   */
  Archive resume(Environment environment) throws IOException, LabException {
    Archive cut = new Archive(folder.resolve(Archive.NAME));
    Archive.Content content = cut.read();
    Heading heading = content.heading();
    check("experiment", heading.experiment(), experiment.name());
    check("plan", heading.plan(), Definition.parsed(experiment.plan()));
    check("commit", heading.environment().commit(), environment.commit());
    check("Java", heading.environment().java(), environment.java());
    check(
        "isolation",
        String.valueOf(heading.environment().cores()),
        String.valueOf(environment.cores()));
    Definition.of(experiment).checkSame(folder);
    Files.delete(cut.file());
    Archive archive = Archive.create(folder, heading);
    for (Failure failure : content.failures()) {
      archive.append(failure.asEarlier());
    }
    for (T result : results()) {
      archive.append(result);
    }
    return archive;
  }

  private List<T> results() throws IOException {
    List<T> results = new ArrayList<>();
    for (R run : experiment.runs()) {
      of(run).ifPresent(results::add);
    }
    return results;
  }

  private void check(String what, Object then, Object now) throws LabException {
    if (!then.equals(now)) {
      throw new LabException(
          "%s is of another %s, and results of two would mix: %s, and now %s"
              .formatted(folder, what, then, now));
    }
  }
}
