package tailgate.content.site;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.http.ContentCoding;

/**
 * Finds what was compressed beforehand: {@code style.css.br} and {@code style.css.gz} beside {@code
 * style.css}, as build tools leave them.
 *
 * <p>A sibling that was last modified before its file is stale, as {@code make} sees it: somebody
 * has edited the one and forgotten the other. It is passed over, because clients that accept the
 * coding would get another content than all others. (Servers that do not look serve the old one.)
 * Tools that compress keep the time or come later, so what they make is not concerned. Some, brotli
 * for one, keep it in whole seconds: where a sibling's time has no fraction, the seconds count.
 */
final class Siblings {

  private static final Map<ContentCoding, String> SUFFIXES =
      Map.of(ContentCoding.BR, ".br", ContentCoding.GZIP, ".gz");

  private Siblings() {}

  /** Those of a file that may be served as well: regular, readable, inside the root, not stale. */
  static List<Found.Sibling> of(Path file, Found.Fingerprint fingerprint, Path root) {
    List<Found.Sibling> siblings = new ArrayList<>();
    for (ContentCoding coding : ContentCoding.values()) {
      String suffix = SUFFIXES.get(coding);
      Found.Sibling sibling = suffix == null ? null : find(coding, file, suffix, root);
      if (sibling != null && !isStale(sibling.fingerprint(), fingerprint)) {
        siblings.add(sibling);
      }
    }
    // Who may not read the file may not read it in another coding either.
    return siblings.isEmpty() || !Files.isReadable(file) ? List.of() : List.copyOf(siblings);
  }

  private static boolean isStale(Found.Fingerprint sibling, Found.Fingerprint file) {
    Instant made = sibling.modified().toInstant();
    Instant changed = file.modified().toInstant();
    Instant madeSecond = made.truncatedTo(ChronoUnit.SECONDS);
    return made.equals(madeSecond)
        ? made.isBefore(changed.truncatedTo(ChronoUnit.SECONDS))
        : made.isBefore(changed);
  }

  private static Found.@Nullable Sibling find(
      ContentCoding coding, Path file, String suffix, Path root) {
    try {
      Path path = withSuffix(file, suffix);
      BasicFileAttributes attributes =
          path.getFileSystem().provider().readAttributesIfExists(path, BasicFileAttributes.class);
      return attributes != null
              && attributes.isRegularFile()
              && Files.isReadable(path)
              && path.toRealPath().startsWith(root)
          ? new Found.Sibling(coding, path, Found.Fingerprint.of(path, attributes))
          : null;
    } catch (IOException e) {
      return null; // a name that is too long with its suffix, or gone again: there is none
    }
  }

  /** Through a URI for the reason given in {@link Site}: it keeps the octets of the name. */
  private static Path withSuffix(Path file, String suffix) {
    return file.getFileSystem().equals(FileSystems.getDefault())
        ? Path.of(URI.create(file.toUri() + suffix))
        : file.resolveSibling(file.getFileName() + suffix);
  }
}
