package tailgate.lab.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes a folder to be served that has one file of a chosen size. */
public final class SmallSite {

  private SmallSite() {}

  /**
   * Makes the folder.
   *
   * @param raw the folder in which it is made
   * @param path of the file in requests, as {@code /page.txt}
   * @param bytes the size of the file, which has letters only
   */
  public static Path in(Path raw, String path, long bytes) throws IOException {
    Path site = raw.resolve("site");
    Path file = site.resolve(path.substring(1)).normalize();
    Files.createDirectories(file.getParent());
    Files.write(file, "x".repeat(Math.toIntExact(bytes)).getBytes(StandardCharsets.US_ASCII));
    return site;
  }
}
