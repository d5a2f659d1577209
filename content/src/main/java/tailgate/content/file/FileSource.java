package tailgate.content.file;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import tailgate.content.site.Found;
import tailgate.http.ContentCoding;

/**
 * What is to be read from the disk, with its metadata: a file, or its sibling in a content coding.
 *
 * @param file in its identity coding; its name tells the media type, also of a sibling
 * @param varies whether another client could get another coding
 */
public record FileSource(
    Found.RegularFile file,
    Path path,
    Found.Fingerprint fingerprint,
    ContentCoding coding,
    boolean varies) {

  /** The file in its identity coding. */
  public static FileSource of(Found.RegularFile file, boolean varies) {
    return new FileSource(file, file.path(), file.fingerprint(), ContentCoding.IDENTITY, varies);
  }

  /** Returns this file with its content in another coding. */
  public FileSource in(ContentCoding other) {
    return new FileSource(file, path, fingerprint, other, varies);
  }

  /** The file in its identity coding, and all its siblings. */
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
    return new FileSource(file, sibling.path(), sibling.fingerprint(), sibling.coding(), true);
  }
}
