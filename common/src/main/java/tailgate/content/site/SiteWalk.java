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
 * Everything that a site serves, under each path that it is served at: the index of a folder under
 * its own name and under that of the folder, a linked folder under both names.
 *
 * <p>Each name is looked at as if it had been asked for, by {@link TargetPath} and {@link Site}, so
 * there are no rules here but one: a link that leads back to a folder on the way to it is not
 * followed, or the walk would never end. Folders that cannot be listed are left out.
 *
 * <p>Confined to one thread.
 */
public final class SiteWalk {

  /** A file and the place where it is served. */
  public record Item(Target.Place place, Found.RegularFile file) {}

  /** Folders that link to each other have more paths than anybody can count. */
  private static final int MAX_PATHS = 1 << 20;

  private final Site site;
  private final List<Item> items = new ArrayList<>();

  /** The folders on the way from the root to here, without links. */
  private final Set<Path> way = new HashSet<>();

  /** Paths looked at. */
  private int paths;

  /** Begins at the root of {@code site}. */
  public SiteWalk(Site site) {
    this.site = site;
  }

  /**
   * All of it, as it is now. Called once.
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
      // Not to be listed, now or ever; what is in it may still be asked for by name.
    }
  }

  /** In order, and the folder closed again, however deep this goes. */
  private static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    }
  }

  /** As a target spells it: wherever possible by its very octets, see {@link Site}. */
  public static String name(Path child) {
    String name =
        child.getFileSystem().equals(FileSystems.getDefault())
            ? child.toUri().getRawPath()
            : TargetPath.encode(List.of(String.valueOf(child.getFileName())), false);
    int end = name.endsWith("/") ? name.length() - 1 : name.length();
    return name.substring(name.lastIndexOf('/', end - 1) + 1, end);
  }
}
