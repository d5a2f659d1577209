package tailgate.content.site;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Decides where symbolic links may lead: to what is inside the root and is not itself a dotfile.
 *
 * <p>A link may lead through a folder whose name begins with a dot, as the links of a mounted
 * Kubernetes volume do: {@code conf} to {@code ..data/conf}. It may not lead to such a folder, or
 * everything in it could be requested by another name: {@code public} to {@code .git}.
 *
 * @param root without links and dot segments
 */
record Boundary(Path root) {

  /**
   * Whether a path below the root, whose own names are not dotfiles, may be served.
   *
   * @throws IOException if it does not exist, or a folder on the way may not be entered
   */
  boolean encloses(Path path) throws IOException {
    Path real = path.toRealPath();
    return real.startsWith(root) && (!hasDotfile(real) || !leadsToDotfile(path));
  }

  private boolean hasDotfile(Path real) {
    for (int i = root.getNameCount(); i < real.getNameCount(); i++) {
      if (isDotfile(real.getName(i))) {
        return true;
      }
    }
    return false;
  }

  /** Whether the real name of anything on the way is a dotfile. */
  private boolean leadsToDotfile(Path path) throws IOException {
    for (int names = root.getNameCount() + 1; names <= path.getNameCount(); names++) {
      Path real = root.resolve(path.subpath(root.getNameCount(), names)).toRealPath();
      if (!real.equals(root) && isDotfile(real.getName(real.getNameCount() - 1))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDotfile(Path name) {
    return name.toString().startsWith(".");
  }
}
