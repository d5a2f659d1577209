package tailgate.content.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.http.ContentCoding;
import tailgate.http.Status;

/** What there is on the disk at a place. */
public sealed interface Found {

  /**
   * A regular file that may be served, as it was when it was looked at.
   *
   * @param siblings the same in other codings, one for each at most
   */
  record RegularFile(Path path, Fingerprint fingerprint, List<Sibling> siblings) implements Found {

    /** One without siblings. */
    public RegularFile(Path path, Fingerprint fingerprint) {
      this(path, fingerprint, List.of());
    }

    /** The same file, and nobody hears of the others. */
    public RegularFile withoutSiblings() {
      return new RegularFile(path, fingerprint);
    }

    /** Its name, without the folders. */
    public String name() {
      return String.valueOf(path.getFileName());
    }
  }

  /** A file beside another one that holds the same in a content coding, made beforehand. */
  record Sibling(ContentCoding coding, Path path, Fingerprint fingerprint) {}

  /** A folder that was named without its slash. */
  record FolderWithoutSlash() implements Found {}

  /** A folder without an index, on a site that may be listed. */
  record Listable(Path path) implements Found {}

  /** Nothing that may be served. */
  record Nothing(Status status) implements Found {}

  /**
   * By what a change of a file is noticed.
   *
   * @param size in bytes
   * @param modified when its content was last written, or what somebody has set that to
   * @param changed when anything about it was last changed, which nobody can set; null where the
   *     file system does not tell. Builds that can be reproduced and copies that keep times change
   *     a file without changing {@code modified}.
   * @param key the file's identity (device and inode), where the file system has one: a file that
   *     was replaced is another one even if size and time are equal
   */
  record Fingerprint(
      long size, FileTime modified, @Nullable FileTime changed, @Nullable Object key) {

    /** The coarsest clock that times are taken from: FAT counts in twos. */
    private static final Duration TICK = Duration.ofSeconds(2);

    /** That of the file as it is now. */
    public static Fingerprint of(Path path) throws IOException {
      return of(path, Files.readAttributes(path, BasicFileAttributes.class));
    }

    static Fingerprint of(Path path, BasicFileAttributes attributes) throws IOException {
      return new Fingerprint(
          attributes.size(), attributes.lastModifiedTime(), changed(path), attributes.fileKey());
    }

    private static @Nullable FileTime changed(Path path) throws IOException {
      return path.getFileSystem().supportedFileAttributeViews().contains("unix")
          ? (FileTime) Files.getAttribute(path, "unix:ctime")
          : null;
    }

    /**
     * Whether a file read at this time is known by its fingerprint from then on. One that was
     * changed just before may be changed again within the same tick of the disk's clock.
     */
    public boolean isSettledAt(Instant time) {
      FileTime last = changed == null ? modified : changed;
      return last.toInstant().isBefore(time.minus(TICK));
    }
  }
}
