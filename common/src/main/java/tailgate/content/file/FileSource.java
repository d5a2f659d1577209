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
public record FileSource(
    Path path,
    Found.Fingerprint fingerprint,
    String mediaType,
    ContentCoding coding,
    boolean varies) {

  /** The file as it is. */
  public static FileSource of(Found.RegularFile file, boolean varies) {
    return new FileSource(
        file.path(),
        file.fingerprint(),
        MediaTypes.of(file.name()),
        ContentCoding.IDENTITY,
        varies);
  }

  /** The same file, when its bytes are in this coding. */
  public FileSource in(ContentCoding other) {
    return new FileSource(path, fingerprint, mediaType, other, varies);
  }

  /** The file as it is, and all its siblings. */
  public static Map<ContentCoding, FileSource> allOf(Found.RegularFile file, boolean varies) {
    FileSource identity = of(file, varies);
    Map<ContentCoding, FileSource> sources = new EnumMap<>(ContentCoding.class);
    sources.put(ContentCoding.IDENTITY, identity);
    for (Found.Sibling sibling : file.siblings()) {
      sources.put(sibling.coding(), identity.at(sibling));
    }
    return sources;
  }

  private FileSource at(Found.Sibling sibling) {
    return new FileSource(sibling.path(), sibling.fingerprint(), mediaType, sibling.coding(), true);
  }
}
