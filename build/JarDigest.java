import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Writes a digest of a stage's jar into the jar: {@code JarDigest JAR}. It becomes the version of
 * the launcher's package in the manifest. The launcher compares it with the version of its own
 * class, which is another one if the JVM took the class from an AOT cache that was made with
 * another jar.
 *
 * <p>Equal jars have equal digests, and so are equal afterwards.
 */
final class JarDigest {

  private static final String PACKAGE = "tailgate/launcher/";

  private JarDigest() {}

  public static void main(String[] args) throws IOException, NoSuchAlgorithmException {
    Path jar = Path.of(args[0]);
    Path copy = jar.resolveSibling(jar.getFileName() + ".new");
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
    write(jar, HexFormat.of().formatHex(digest), copy);
    Files.move(copy, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void write(Path jar, String digest, Path copy) throws IOException {
    try (var from = new JarFile(jar.toFile());
        var to = new JarOutputStream(Files.newOutputStream(copy))) {
      Manifest manifest = from.getManifest();
      manifest
          .getEntries()
          .computeIfAbsent(PACKAGE, name -> new Attributes())
          .put(Attributes.Name.IMPLEMENTATION_VERSION, digest);
      for (JarEntry entry : Collections.list(from.entries())) {
        JarEntry written = new JarEntry(entry.getName());
        written.setTimeLocal(entry.getTimeLocal()); // the same in every time zone
        to.putNextEntry(written);
        if (entry.getName().equals(JarFile.MANIFEST_NAME)) {
          manifest.write(to);
        } else {
          from.getInputStream(entry).transferTo(to);
        }
      }
    }
  }
}
