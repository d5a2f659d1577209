package tailgate.content;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;
import tailgate.http.Status;

/** What there is on the disk at a place. */
sealed interface Found {

  /** A regular file that may be served, as it was when it was looked at. */
  record RegularFile(Path path, Fingerprint fingerprint) implements Found {}

  /** A folder that was named without its slash. */
  record FolderWithoutSlash() implements Found {}

  /** Nothing that may be served. */
  record Nothing(Status status) implements Found {}

  /**
   * By what a change of a file is noticed.
   *
   * @param size in bytes
   * @param modified when its content was last written
   * @param key the file's identity (device and inode), where the file system has one: a file that
   *     was replaced is another one even if size and time are equal
   */
  record Fingerprint(long size, FileTime modified, @Nullable Object key) {
    static Fingerprint of(BasicFileAttributes attributes) {
      return new Fingerprint(
          attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
    }
  }
}
