package tailgate.content.site;

import java.util.List;
import tailgate.http.PathBytes;
import tailgate.http.Status;

/** What a request path names, before anybody looked at the disk. */
public sealed interface Target {

  /**
   * A place at or below the root.
   *
   * @param segments the names on the way down, none of them empty, a dot segment or a dotfile
   * @param folder whether the path ends in a slash
   * @param canonical the one spelling of this path; cached files are kept under it
   */
  record Place(List<String> segments, boolean folder, PathBytes canonical) implements Target {}

  /** Nothing that may be served. */
  record Refused(Status status) implements Target {}
}
