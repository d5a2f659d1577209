package tailgate.lab.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.load.JsonFiles;

/**
 * The figures of an experiment in one file: a {@link Heading}, then a line of JSON for each run.
 * Reports are made from nothing else. Lines are added as runs are made, so that even a lab that was
 * killed leaves what it had.
 */
public record Archive(Path file) {

  public static final String NAME = "runs.jsonl.gz";

  /** What was read of one. */
  public record Content(Heading heading, List<JsonNode> results, List<Failure> failures) {}

  /** Begins one in a folder that has none. */
  public static Archive create(Path folder, Heading heading) throws IOException {
    Archive archive = new Archive(folder.resolve(NAME));
    archive.append(heading);
    return archive;
  }

  public void append(Object line) throws IOException {
    JsonFiles.appendLine(file, line);
  }

  /** The same in another folder that has none, and smaller: its lines are pressed as one. */
  public void copyTo(Path folder) throws IOException {
    JsonFiles.writeLines(folder.resolve(NAME), JsonFiles.readLines(file));
  }

  /**
   * All of it, but for a last line that was cut short.
   *
   * @throws LabException if it is not what {@link #create} begins
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
        throw new LabException(file + " does not begin with what experiment it is of");
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
