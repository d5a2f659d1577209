package tailgate.lab.results;

import static tailgate.lab.load.Text.format;

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
 * was killed leaves the lines until then. {@code docs/runs.md} describes all fields.
 */
public record Archive(Path file) {

  public static final String NAME = "runs.jsonl.gz";

  /** The version of what is written, see {@code docs/runs.md}; older ones are read as well. */
  public static final int SCHEMA = 2;

  /** The version of old archives, which do not contain it. */
  private static final int FIRST_SCHEMA = 1;

  /**
   * The first line: what the other lines are about.
   *
   * @param schema the version of all lines
   * @param experiment its name
   * @param plan as the experiment has it
   */
  public record Heading(int schema, String experiment, Environment environment, JsonNode plan) {

    public Heading {
      schema = schema == 0 ? FIRST_SCHEMA : schema; // it is missing
    }

    /** Of what is written now. */
    public Heading(String experiment, Environment environment, JsonNode plan) {
      this(SCHEMA, experiment, environment, plan);
    }

    public static Heading of(String experiment, Object plan, Environment environment) {
      return new Heading(experiment, environment, JsonFiles.tree(plan));
    }
  }

  /**
   * A run without figures, or one whose figures do not count because it was made again.
   *
   * @param failed which one
   * @param reason may have several lines; the first one says it
   * @param earlier whether it was before a run of the lab was continued, which made this run again
   * @param repeated whether it did not fail, but was made again at once
   */
  public record Failure(String failed, String reason, boolean earlier, boolean repeated) {

    public Failure(String failed, String reason) {
      this(failed, reason, false, false);
    }

    /** Of a run that is made again at once. */
    public static Failure repeated(String run, String reason) {
      return new Failure(run, reason, false, true);
    }

    /** The same after the run of the lab was continued. */
    public Failure asEarlier() {
      return new Failure(failed, reason, true, repeated);
    }

    /** The same with another reason. */
    public Failure because(String other) {
      return new Failure(failed, other, earlier, repeated);
    }

    /** The same with more in front of its name. */
    public Failure in(String context) {
      return new Failure(context + ": " + failed, reason, earlier, repeated);
    }

    /** Without its name. */
    public String text() {
      if (repeated) {
        return "made again: " + reason;
      }
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
   * @throws LabException if the file does not begin with a heading, or if its schema is newer
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
      Heading heading = JsonFiles.read(lines.get(0), Heading.class);
      if (heading.schema() > SCHEMA) {
        throw new LabException(
            format(
                "%s has schema %d, and this Tailgate reads up to %d; take the Tailgate that wrote"
                    + " it",
                file, heading.schema(), SCHEMA));
      }
      for (JsonNode line : lines.subList(1, lines.size())) {
        if (line.has("failed")) {
          failures.add(JsonFiles.read(line, Failure.class));
        } else {
          results.add(line);
        }
      }
      return new Content(heading, results, failures);
    } catch (IOException e) {
      throw new LabException(file + " holds no results of the lab: " + firstLine(e), e);
    }
  }

  public static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
  }
}
