package tailgate.lab.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;

/** The folder for the results of a run of the lab. */
public final class ResultFolder {

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  private ResultFolder() {}

  /**
   * Creates a folder, or takes an empty one: engines append to the files of an old run.
   *
   * @param chosen null for a folder in {@code usual} that is named after the time
   */
  public static Path create(@Nullable Path chosen, Path usual) throws IOException, LabException {
    Path path =
        chosen == null
            ? usual.resolve(LocalDateTime.now(ZoneId.systemDefault()).format(NAME))
            : chosen;
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new LabException(path + " is a file, and not a folder for results");
    }
    Path folder = Files.createDirectories(path.toAbsolutePath().normalize());
    try (Stream<Path> entries = Files.list(folder)) {
      if (entries.findAny().isPresent()) {
        throw new LabException(folder + " is not empty; results of two runs would mix");
      }
    }
    return folder;
  }
}
