package tailgate.content;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import tailgate.http.Status;

/**
 * A root folder and what may be served from it: regular files at or below it. A symbolic link is
 * followed as long as it stays inside.
 *
 * <p>Thread-safe. Somebody who can change links below the root while it is served can win the race
 * between the check and the opening; such a person can put any file there anyway.
 */
public final class Site {

  private static final String INDEX = "index.html";
  private static final Found NOT_FOUND = new Found.Nothing(Status.NOT_FOUND);
  private static final Found FORBIDDEN = new Found.Nothing(Status.FORBIDDEN);

  private final Path root;

  /**
   * A site below {@code root}.
   *
   * @throws NotDirectoryException if it is no folder
   * @throws IOException if it is not there or not readable
   */
  public Site(Path root) throws IOException {
    this.root = root.toRealPath();
    if (!Files.isDirectory(this.root)) {
      throw new NotDirectoryException(root.toString());
    }
  }

  /** The root without links and dots. */
  public Path root() {
    return root;
  }

  /** What there is at a place now. */
  Found find(Target.Place place) {
    try {
      Path path = root;
      for (String segment : place.segments()) {
        path = path.resolve(segment);
      }
      return find(path, place.folder());
    } catch (AccessDeniedException e) {
      return FORBIDDEN;
    } catch (IOException | InvalidPathException e) {
      return NOT_FOUND; // absent, a loop of links, a name that is too long: all the same from
      // outside
    }
  }

  private Found find(Path path, boolean folder) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      return folder ? index(path) : inside(path, new Found.FolderWithoutSlash());
    }
    return folder ? NOT_FOUND : file(path, attributes);
  }

  private Found index(Path folder) throws IOException {
    Path index = folder.resolve(INDEX);
    if (!Files.exists(index)) {
      return inside(folder, FORBIDDEN); // there is a folder, but no listing of it
    }
    return file(index, Files.readAttributes(index, BasicFileAttributes.class));
  }

  private Found file(Path path, BasicFileAttributes attributes) throws IOException {
    if (!attributes.isRegularFile()) {
      return FORBIDDEN; // opening a FIFO or a device could block for ever
    }
    return inside(path, new Found.RegularFile(path, Found.Fingerprint.of(attributes)));
  }

  private Found inside(Path path, Found found) throws IOException {
    return path.toRealPath().startsWith(root) ? found : NOT_FOUND;
  }
}
