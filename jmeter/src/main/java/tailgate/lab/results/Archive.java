package tailgate.lab.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Environment;

/**
 * The figures of an experiment in one file: a {@link Heading}, then a line of JSON for each run.
 * Reports are made from nothing else. Each line is added when its run is over, so even a lab that
 * was killed leaves the lines until then.
 */
public record Archive(Path file) {

  public static final String NAME = "runs.jsonl.gz";

  /**
   * The first line: what the other lines are about.
   *
   * @param experiment its name
   * @param plan as the experiment has it
   */
  public record Heading(String experiment, Environment environment, JsonNode plan) {

    public static Heading of(String experiment, Object plan, Environment environment) {
      return new Heading(experiment, environment, JsonFiles.tree(plan));
    }
  }

  /**
   * A run without figures.
   *
   * @param failed which one
   * @param reason may have several lines; the first one says it
   * @param earlier whether it was before a run of the lab was continued, which made this run again
   */
  public record Failure(String failed, String reason, boolean earlier) {

    public Failure(String failed, String reason) {
      this(failed, reason, false);
    }

    /** The same after the run of the lab was continued. */
    public Failure asEarlier() {
      return new Failure(failed, reason, true);
    }

    /** Without its name. */
    public String text() {
      return (earlier ? "FAILED before the run was continued: " : "FAILED: ") + reason;
    }

    @Override
    public String toString() {
      return failed + ": " + text();
    }
  }

  /** All that was read from one. */
  public record Content(Heading heading, List<JsonNode> results, List<Failure> failures) {}

  /** Begins an archive in a folder that has none. */
  public static Archive create(Path folder, Heading heading) throws IOException {
    Archive archive = new Archive(folder.resolve(NAME));
    archive.append(heading);
    return archive;
  }

  public void append(Object line) throws IOException {
    JsonFiles.appendLine(file, line);
  }

  /** Copies it to a folder that has none. The copy is smaller: all lines are compressed as one. */
  public void copyTo(Path folder) throws IOException {
    JsonFiles.writeLines(folder.resolve(NAME), JsonFiles.readLines(file));
  }

  /**
   * Reads all of it, except a last line that was cut short.
   *
   * @throws LabException if the file does not begin with a heading
   */
  public Content read() throws LabException {
    if (!Files.isReadable(file)) {
      throw new LabException("cannot read " + file);
    }
    List<JsonNode> results = new ArrayList<>();
    List<Failure> failures = new ArrayList<>();
    try {
      List<JsonNode> lines = JsonFiles.readLines(file);
      if (lines.isEmpty() || !lines.get(0).has("experiment")) {
        throw new LabException(file + " does not begin with the name of its experiment");
      }
      for (JsonNode line : lines.subList(1, lines.size())) {
        if (line.has("failed")) {
          failures.add(JsonFiles.read(line, Failure.class));
        } else {
          results.add(line);
        }
      }
      return new Content(JsonFiles.read(lines.get(0), Heading.class), results, failures);
    } catch (IOException e) {
      throw new LabException(file + " holds no results of the lab: " + firstLine(e), e);
    }
  }

  public static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
  }
}
