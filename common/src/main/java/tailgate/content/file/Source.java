package tailgate.content.file;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import tailgate.content.site.Found;
import tailgate.http.ContentCoding;

/**
 * What is to be read from the disk, and what is said of it: a file, or its sibling in a coding.
 *
 * @param mediaType of the file, which is not that of what a sibling looks like
 * @param varies whether another client could get another coding
 */
public record Source(
    Path path,
    Found.Fingerprint fingerprint,
    String mediaType,
    ContentCoding coding,
    boolean varies) {

  /** The file as it is. */
  public static Source of(Found.RegularFile file, boolean varies) {
    return new Source(
        file.path(),
        file.fingerprint(),
        MediaTypes.of(file.name()),
        ContentCoding.IDENTITY,
        varies);
  }

  /** The same file, when its bytes are in this coding. */
  public Source in(ContentCoding other) {
    return new Source(path, fingerprint, mediaType, other, varies);
  }

  /** The file as it is, and all its siblings. */
  public static Map<ContentCoding, Source> allOf(Found.RegularFile file, boolean varies) {
    Source identity = of(file, varies);
    Map<ContentCoding, Source> sources = new EnumMap<>(ContentCoding.class);
    sources.put(ContentCoding.IDENTITY, identity);
    for (Found.Sibling sibling : file.siblings()) {
      sources.put(sibling.coding(), identity.at(sibling));
    }
    return sources;
  }

  private Source at(Found.Sibling sibling) {
    return new Source(sibling.path(), sibling.fingerprint(), mediaType, sibling.coding(), true);
  }
}
