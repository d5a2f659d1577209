package tailgate.content.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tailgate.http.PathBytes;

/**
 * Everything that a site serves, at each path where it is served: the index of a folder at its own
 * path and at that of the folder, a linked folder at both paths.
 *
 * <p>Each name is checked as if it were requested, by {@link TargetPath} and {@link Site}. In
 * addition, a link to a folder above it is not followed, because the walk would never end.
 * Unreadable folders are left out.
 *
 * <p>Confined to one thread.
 */
public final class SiteWalk {

  /** A file and the place where it is served. */
  public record Item(Target.Place place, Found.RegularFile file) {}

  /** A limit, because folders that link to each other have a huge number of paths. */
  private static final int MAX_PATHS = 1 << 20;

  private final Site site;
  private final List<Item> items = new ArrayList<>();

  /** The folders from the root to the current one, without links. */
  private final Set<Path> way = new HashSet<>();

  /** Number of visited paths. */
  private int paths;

  public SiteWalk(Site site) {
    this.site = site;
  }

  /**
   * All items, as they are now. Called once.
   *
   * @throws IllegalArgumentException if there are more than a million paths
   */
  public List<Item> items() {
    visit(site.root(), "/");
    return List.copyOf(items);
  }

  private void visit(Path path, String target) {
    if (++paths > MAX_PATHS) {
      throw new IllegalArgumentException("the site has more than " + MAX_PATHS + " paths");
    }
    if (!(TargetPath.decode(PathBytes.of(target)) instanceof Target.Place place)) {
      return;
    }
    switch (site.find(place)) {
      case Found.RegularFile file -> items.add(new Item(place, file));
      case Found.FolderWithoutSlash folder -> visit(path, target + "/");
      case Found.Listable folder -> {}
      case Found.Nothing nothing -> {}
      case Found.Failure failure -> {} // the first request for it gets an error
    }
    if (place.folder()) {
      enter(path, target);
    }
  }

  private void enter(Path folder, String target) {
    try {
      Path real = folder.toRealPath();
      if (way.add(real)) {
        for (Path child : children(folder)) {
          visit(child, target + name(child));
        }
        way.remove(real);
      }
    } catch (IOException | UncheckedIOException e) {
      // The folder cannot be listed, but its files may still be requested by name.
    }
  }

  /** Lists a folder in order, and closes it again before its children are visited. */
  private static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    }
  }

  /** The name as a target spells it, with its octets if possible; see {@link Site}. */
  public static String name(Path child) {
    String text = String.valueOf(child.getFileName());
    boolean exact = text.chars().allMatch(c -> c < 0x80); // and toUri() would look at the disk
    String name =
        !exact && child.getFileSystem().equals(FileSystems.getDefault())
            ? child.toUri().getRawPath()
            : TargetPath.encode(List.of(text), false);
    int end = name.endsWith("/") ? name.length() - 1 : name.length();
    return name.substring(name.lastIndexOf('/', end - 1) + 1, end);
  }
}
