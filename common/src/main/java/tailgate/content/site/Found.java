package tailgate.content.site;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.http.ContentCoding;
import tailgate.http.Status;

/** What is on the disk at a place. */
public sealed interface Found {

  /**
   * A regular file that may be served, as it was when it was found.
   *
   * @param siblings the same content in other codings, at most one per coding
   */
  record RegularFile(Path path, Fingerprint fingerprint, List<Sibling> siblings) implements Found {

    /** A file without siblings. */
    public RegularFile(Path path, Fingerprint fingerprint) {
      this(path, fingerprint, List.of());
    }

    /** The same file without its siblings. */
    public RegularFile withoutSiblings() {
      return new RegularFile(path, fingerprint);
    }

    /** Its name, without the folders. */
    public String name() {
      return String.valueOf(path.getFileName());
    }
  }

  /** A file beside another one with the same content in a content coding. */
  record Sibling(ContentCoding coding, Path path, Fingerprint fingerprint) {}

  /** A folder that was requested without its final slash. */
  record FolderWithoutSlash() implements Found {}

  /** A folder without an index, on a site that may be listed, as it was when it was found. */
  record Listable(Path path, Fingerprint fingerprint) implements Found {}

  /** Nothing that may be served. */
  record Nothing(Status status) implements Found {}

  /**
   * What shows that a file has changed, or which names are in a folder.
   *
   * @param size in bytes
   * @param modified last change of the content, or what {@code touch} has set
   * @param changed last change of content or metadata, which cannot be set; null if the file system
   *     has none. Reproducible builds, and copies that keep times, change a file without changing
   *     {@code modified}.
   * @param key the file's identity (device and inode), if the file system has one: a file that was
   *     replaced has another key even if size and times are equal
   */
  record Fingerprint(
      long size, FileTime modified, @Nullable FileTime changed, @Nullable Object key) {

    /** The coarsest resolution of file times: FAT counts in steps of two seconds. */
    private static final Duration TICK = Duration.ofSeconds(2);

    /**
     * Whether each change after {@code time} will change the fingerprint. A file that was changed
     * just before may change again within the same tick of the disk's clock.
     */
    public boolean isSettledAt(Instant time) {
      FileTime last = changed == null ? modified : changed;
      return last.toInstant().isBefore(time.minus(TICK));
    }
  }
}
