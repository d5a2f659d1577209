package tailgate.content.site;

import java.util.List;
import tailgate.http.PathBytes;
import tailgate.http.Status;

/** What a request path names, before the disk is read. */
public sealed interface Target {

  /**
   * A place at or below the root.
   *
   * @param segments the names from the root on, none of them empty, a dot segment or a dotfile
   * @param folder whether the path ends in a slash
   * @param canonical the canonical form of this path, the key of cached files
   */
  record Place(List<String> segments, boolean folder, PathBytes canonical) implements Target {}

  /** Nothing that may be served. */
  record Refused(Status status) implements Target {}
}
