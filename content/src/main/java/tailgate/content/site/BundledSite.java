package tailgate.content.site;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/** The sample site in the jar, as a folder like any other. */
public final class BundledSite {

  private static final String FOLDER = "/tailgate/www";

  private BundledSite() {}

  /**
   * Returns the site's root folder, which is usable until the process ends.
   *
   * @throws IOException if the jar cannot be read
   */
  public static Path root() throws IOException {
    URL index = Objects.requireNonNull(BundledSite.class.getResource(FOLDER + "/index.html"));
    try {
      URI uri = index.toURI();
      if (!uri.getScheme().equals("jar")) {
        return Objects.requireNonNull(Path.of(uri).getParent()); // classes in a folder
      }
      return open(uri).getPath(FOLDER);
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private static FileSystem open(URI jar) throws IOException {
    try {
      return FileSystems.newFileSystem(jar, Map.of());
    } catch (FileSystemAlreadyExistsException e) {
      return FileSystems.getFileSystem(jar);
    }
  }
}
