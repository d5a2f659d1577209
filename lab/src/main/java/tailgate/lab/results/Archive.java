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
 * Holds the figures of an experiment in one file: a {@link Heading}, then a line of JSON for each
 * run. Reports are made from nothing else. Each line is added when its run is over, so even a lab
 * that was killed leaves the lines until then. {@code docs/runs.md} describes all fields.
 */
public record Archive(Path file) {

  public static final String NAME = "runs.jsonl.gz";

  /** This schema is written, see {@code docs/runs.md}; older versions are read as well. */
  public static final int SCHEMA = 2;

  /** Old archives have this version, but do not contain it. */
  private static final int FIRST_SCHEMA = 1;

  /**
   * The first line, which says what the other lines are about.
   *
   * @param schema the version of all lines
   * @param plan the plan as the experiment has it
   */
  public record Heading(int schema, String experiment, Environment environment, JsonNode plan) {

    public Heading {
      schema = schema == 0 ? FIRST_SCHEMA : schema; // it is missing
    }

    /** Makes the heading of an archive that is written now. */
    public Heading(String experiment, Environment environment, JsonNode plan) {
      this(SCHEMA, experiment, environment, plan);
    }

    public static Heading of(String experiment, Object plan, Environment environment) {
      return new Heading(experiment, environment, JsonFiles.tree(plan));
    }
  }

  /**
   * A run that has no figures, or whose figures do not count because it was made again.
   *
   * @param reason may have several lines; the first one says it
   * @param earlier whether the run was before a run of the lab was continued, which made it again
   * @param repeated whether the run did not fail, but was made again at once
   */
  public record Failure(String failed, String reason, boolean earlier, boolean repeated) {

    public Failure(String failed, String reason) {
      this(failed, reason, false, false);
    }

    /** Makes the record of a run that is made again at once. */
    public static Failure repeated(String run, String reason) {
      return new Failure(run, reason, false, true);
    }

    /** Returns the failure as it reads after the run of the lab was continued. */
    public Failure asEarlier() {
      return new Failure(failed, reason, true, repeated);
    }

    public Failure because(String reason) {
      return new Failure(failed, reason, earlier, repeated);
    }

    /** Returns the failure of a run whose name tells its context, too. */
    public Failure in(String context) {
      return new Failure(context + ": " + failed, reason, earlier, repeated);
    }

    /** Returns the text without the name of the run. */
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

  /** The content that was read from an archive. */
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
   * Reads the whole archive, except a last line that was cut short.
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
