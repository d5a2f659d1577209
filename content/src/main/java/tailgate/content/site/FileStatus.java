package tailgate.content.site;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;

/**
 * What one look at the disk tells of a path. Links are followed.
 *
 * @param directory whether it is a folder
 * @param regularFile whether it is a file that can be read without waiting for anybody
 * @param fingerprint of the same moment
 */
public record FileStatus(boolean directory, boolean regularFile, Found.Fingerprint fingerprint) {

  /** The view that has the time of the last change of the metadata. */
  private static final String UNIX = "unix";

  /** All in one system call; the view of all systems would need a second one for that time. */
  private static final String OF_UNIX =
      UNIX + ":isDirectory,isRegularFile,size,lastModifiedTime,ctime,fileKey";

  /**
   * Looks at a path.
   *
   * @throws IOException if there is nothing, or a folder on the way may not be entered
   */
  public static FileStatus of(Path path) throws IOException {
    return hasUnixView(path.getFileSystem())
        ? of(Files.readAttributes(path, OF_UNIX))
        : of(Files.readAttributes(path, BasicFileAttributes.class));
  }

  private static boolean hasUnixView(FileSystem files) {
    return files.supportedFileAttributeViews().contains(UNIX);
  }

  private static FileStatus of(Map<String, Object> attributes) {
    return new FileStatus(
        get(attributes, "isDirectory", Boolean.class),
        get(attributes, "isRegularFile", Boolean.class),
        new Found.Fingerprint(
            get(attributes, "size", Long.class),
            get(attributes, "lastModifiedTime", FileTime.class),
            get(attributes, "ctime", FileTime.class),
            attributes.get("fileKey")));
  }

  private static <T> T get(Map<String, Object> attributes, String name, Class<T> type) {
    return type.cast(Objects.requireNonNull(attributes.get(name), name));
  }

  private static FileStatus of(BasicFileAttributes attributes) {
    return new FileStatus(
        attributes.isDirectory(),
        attributes.isRegularFile(),
        new Found.Fingerprint(
            attributes.size(), attributes.lastModifiedTime(), null, attributes.fileKey()));
  }
}
