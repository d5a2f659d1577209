package tailgate.lab.monitor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tailgate.lab.machine.KernelFile;

/**
 * Files below {@code /proc}, those of this machine or a copy of some of another's; see proc(5).
 * Names are relative, such as {@code 42/stat}.
 */
public interface Proc {

  /** Returns the lines of a file; none if there is no such file. */
  List<String> lines(String file);

  /** Returns the names in a folder; none if there is no such folder. */
  List<String> names(String folder);

  /** Returns the files themselves, which are read anew each time. */
  static Proc in(Path proc) {
    return new Proc() {
      @Override
      public List<String> lines(String file) {
        return KernelFile.lines(proc.resolve(file));
      }

      @Override
      public List<String> names(String folder) {
        try (Stream<Path> files = Files.list(proc.resolve(folder))) {
          return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException | UncheckedIOException e) {
          return List.of(); // the process has ended, or this is not Linux
        }
      }
    };
  }

  /**
   * Returns a copy of some files.
   *
   * @param files the lines of each file by its name
   */
  static Proc of(Map<String, List<String>> files) {
    Map<String, List<String>> copy = Map.copyOf(files);
    return new Proc() {
      @Override
      public List<String> lines(String file) {
        return copy.getOrDefault(file, List.of());
      }

      @Override
      public List<String> names(String folder) {
        String prefix = folder + "/";
        return copy.keySet().stream()
            .filter(file -> file.startsWith(prefix))
            .map(file -> file.substring(prefix.length()).split("/", 2)[0])
            .distinct()
            .toList();
      }
    };
  }
}
