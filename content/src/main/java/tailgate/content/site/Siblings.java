package tailgate.content.site;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.http.ContentCoding;

/**
 * Finds precompressed files: {@code style.css.br} and {@code style.css.gz} beside {@code
 * style.css}, as build tools leave them.
 *
 * <p>A sibling that is older than its file is stale, in the same way as for {@code make}: the file
 * was edited and the sibling forgotten. It is ignored, because clients that accept the coding would
 * get another content than all others. Tools that compress keep the time or write later, so their
 * siblings are not stale. Some tools, such as brotli, keep only whole seconds: for a sibling whose
 * time has no fraction, only the seconds are compared. Times that {@linkplain Found.Dating tell
 * nothing} are not compared. Then a sibling is stale if it was there long before its file was.
 *
 * <p>A sibling that is empty, or was written to just now, is ignored too: it is being written.
 */
final class Siblings {

  private static final Map<ContentCoding, String> SUFFIXES =
      Map.of(ContentCoding.BR, ".br", ContentCoding.GZIP, ".gz");

  /** Files that are put in place together get there within this time, in any order. */
  private static final Duration ONE_DEPLOY = Duration.ofMinutes(1);

  private Siblings() {}

  /** The siblings of a file that may be served: regular, readable, enclosed, whole, not stale. */
  static List<Found.Sibling> of(Found.RegularFile file, Boundary boundary, Instant now) {
    List<Found.Sibling> siblings = new ArrayList<>();
    for (ContentCoding coding : ContentCoding.values()) {
      String suffix = SUFFIXES.get(coding);
      Found.Sibling sibling = suffix == null ? null : find(coding, file.path(), suffix, boundary);
      if (sibling != null
          && isWhole(sibling.fingerprint(), now)
          && !isStale(sibling.fingerprint(), file)) {
        siblings.add(sibling);
      }
    }
    // If the file is not readable, neither are its siblings.
    return siblings.isEmpty() || !Files.isReadable(file.path()) ? List.of() : List.copyOf(siblings);
  }

  private static boolean isWhole(Found.Fingerprint sibling, Instant now) {
    return sibling.size() > 0 && sibling.isSettledAt(now);
  }

  private static boolean isStale(Found.Fingerprint sibling, Found.RegularFile of) {
    Found.Fingerprint file = of.fingerprint();
    if (of.dating().lastModified(file) == null) { // then equal times say nothing
      return sibling.placed().isBefore(file.placed().minus(ONE_DEPLOY));
    }
    Instant made = sibling.modified().toInstant();
    Instant changed = file.modified().toInstant();
    Instant madeSecond = made.truncatedTo(ChronoUnit.SECONDS);
    return made.equals(madeSecond)
        ? made.isBefore(changed.truncatedTo(ChronoUnit.SECONDS))
        : made.isBefore(changed);
  }

  private static Found.@Nullable Sibling find(
      ContentCoding coding, Path file, String suffix, Boundary boundary) {
    try {
      Path path = withSuffix(file, suffix);
      if (!exists(path) || !Files.isReadable(path) || !boundary.encloses(path)) {
        return null;
      }
      FileStatus status = FileStatus.of(path);
      return status.regularFile() ? new Found.Sibling(coding, path, status.fingerprint()) : null;
    } catch (IOException e) {
      return null; // too long a name, just deleted, or unreadable; the file itself may be fine
    }
  }

  /** Without an exception, which costs more than the look, if there is none: the usual case. */
  private static boolean exists(Path path) throws IOException {
    return path.getFileSystem().provider().readAttributesIfExists(path, BasicFileAttributes.class)
        != null;
  }

  /**
   * A name that is not ASCII goes through a URI, which keeps its octets; see {@link Site}. The JDK
   * looks at the disk for each URI, so the others do not.
   */
  private static Path withSuffix(Path file, String suffix) {
    String name = String.valueOf(file.getFileName());
    return name.chars().allMatch(c -> c < 0x80) || !isDefault(file)
        ? file.resolveSibling(name + suffix)
        : Path.of(URI.create(file.toUri() + suffix));
  }

  private static boolean isDefault(Path file) {
    return file.getFileSystem().equals(FileSystems.getDefault());
  }
}
