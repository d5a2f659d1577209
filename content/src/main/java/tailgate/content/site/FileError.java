package tailgate.content.site;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tailgate.http.Status;

/**
 * Tells "there is no such file" and "it may not be read" from "the disk has failed".
 *
 * <p>The JDK has an exception of its own for one of the errors that mean the first ({@code
 * ENOENT}). For the others (a file that is used as a folder, a name that is too long, links in a
 * circle) it has the same class as for a failure, with the text of the operating system, which
 * depends on its language. So the texts are found out once, by paths that cause them on each Unix
 * and touch no disk.
 */
public final class FileError {

  /** What the JDK adds to the text for links in a circle. */
  private static final String LOOP = " or unable to access attributes of symbolic link";

  private static final Set<String> REASONS = reasons(List.of("/dev/null/x", "/x".repeat(5000)));

  private FileError() {}

  /** The status of the response, 404 or 403; null if the disk has failed. */
  public static @Nullable Status status(IOException thrown) {
    if (thrown instanceof AccessDeniedException) {
      return Status.FORBIDDEN;
    }
    return isAbsence(thrown) ? Status.NOT_FOUND : null;
  }

  private static boolean isAbsence(IOException thrown) {
    if (thrown instanceof NoSuchFileException || thrown instanceof NotDirectoryException) {
      return true;
    }
    String reason = thrown instanceof FileSystemException e ? e.getReason() : null;
    return reason != null && (reason.endsWith(LOOP) || REASONS.contains(reason));
  }

  private static Set<String> reasons(List<String> paths) {
    Set<String> reasons = new HashSet<>();
    for (String path : paths) {
      try {
        Files.readAttributes(Path.of(path), BasicFileAttributes.class);
      } catch (FileSystemException e) {
        if (e.getReason() != null) {
          reasons.add(e.getReason());
        }
      } catch (IOException | InvalidPathException e) {
        // This system has other texts, or none.
      }
    }
    return Set.copyOf(reasons);
  }
}
