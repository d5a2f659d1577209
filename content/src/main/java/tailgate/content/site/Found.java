package tailgate.content.site;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
   * @param dating what its time tells
   */
  record RegularFile(Path path, Fingerprint fingerprint, List<Sibling> siblings, Dating dating)
      implements Found {

    /** A file without siblings, whose time tells its versions apart. */
    public RegularFile(Path path, Fingerprint fingerprint) {
      this(path, fingerprint, List.of(), new Dating(Instant.MIN, null));
    }

    /** Makes the same file with only these siblings. */
    public RegularFile with(List<Sibling> others) {
      return new RegularFile(path, fingerprint, others, dating);
    }

    /** Returns the last part of its path, without the folders. */
    public String name() {
      return String.valueOf(path.getFileName());
    }
  }

  /** A file beside another one with the same content in a content coding. */
  record Sibling(ContentCoding coding, Path path, Fingerprint fingerprint) {}

  /**
   * What the times of the files in a root folder tell (RFC 9110 §8.8.2). A time tells the versions
   * of a file apart only if it is the time of a change. Tools that make the same output from the
   * same input set all times to a constant: Nix and OSTree to the first seconds of 1970, Gradle to
   * 1980, npm to 1985, others to the time of a commit. Then two versions have the same time.
   *
   * @param since when the server began to serve the folder. Before that it may have served another
   *     one, whose files were newer.
   * @param constant the second that all entries of the folder have, if a tool has set it; else null
   */
  record Dating(Instant since, @Nullable Instant constant) {

    /** There was no web, so an earlier time was set by a tool. */
    private static final Instant EARLIEST = Instant.parse("1990-01-01T00:00:00Z");

    /** The latest time that {@code Last-Modified} can express. */
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    /** The second of the last change; null if it does not tell the file from other versions. */
    public @Nullable Instant lastModified(Fingerprint file) {
      Instant second = file.modifiedSecond();
      boolean tells =
          !second.isBefore(EARLIEST) && !second.isAfter(LATEST) && !second.equals(constant);
      return tells ? second : null;
    }

    /** The first second from which on no other version was served. */
    public Instant unchangedSince(Fingerprint file) {
      Instant last = file.placed().isAfter(since) ? file.placed() : since;
      Instant second = last.truncatedTo(ChronoUnit.SECONDS);
      return second.equals(last) || second.isAfter(LATEST) ? second : second.plusSeconds(1);
    }
  }

  /** A folder that was requested without its final slash. */
  record FolderWithoutSlash() implements Found {}

  /** A folder without an index, on a site that may be listed, as it was when it was found. */
  record Listable(Path path, Fingerprint fingerprint) implements Found {}

  /** Nothing that may be served. */
  record Nothing(Status status) implements Found {}

  /** Unknown: the disk has failed, or the root is gone. This says nothing about the file. */
  record Failure(IOException cause) implements Found {}

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
      return placed().isBefore(time.minus(TICK));
    }

    /** When the file was last changed, or put where it is. */
    Instant placed() {
      return (changed == null ? modified : changed).toInstant();
    }

    Instant modifiedSecond() {
      return modified.toInstant().truncatedTo(ChronoUnit.SECONDS);
    }

    /** Whether {@code modified} may be what a tool has set, and not the time of a change. */
    boolean hasSetTime() {
      return changed == null || modified.toInstant().isBefore(placed().minus(TICK));
    }
  }
}
