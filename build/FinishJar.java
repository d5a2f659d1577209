import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Copies a packed jar to where it is run from, with what only the whole jar can tell: {@code java
 * -Dstarted=MILLIS FinishJar.java PACKED JAR CHECKOUT}.
 *
 * <p>A digest becomes the version of the launcher's package in the manifest. The launcher compares
 * it with the version of its own class, which is another one if the JVM took the class from an AOT
 * cache that was made with another jar. Equal jars have equal digests, and so are equal afterwards.
 * The commit of the checkout is in the manifest too, if it has one.
 *
 * <p>A program may run from the jar of the build before, or may start from it at any moment. That
 * jar is replaced in one step, and stays as it is for a program that has opened it.
 *
 * <p>The jar gets the time at which the build started, in milliseconds since 1970, so that a source
 * that was edited meanwhile is newer.
 */
final class FinishJar {

  private static final String PACKAGE = "tailgate/launcher/";

  private FinishJar() {}

  public static void main(String[] args)
      throws IOException, InterruptedException, NoSuchAlgorithmException {
    Path packed = Path.of(args[0]);
    Path jar = Path.of(args[1]);
    Path copy = jar.resolveSibling(jar.getFileName() + ".new");
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(packed));
    write(packed, HexFormat.of().formatHex(digest), commit(Path.of(args[2])), copy);
    Files.setLastModifiedTime(copy, FileTime.fromMillis(Long.getLong("started")));
    Files.move(copy, jar, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * The whole commit, and "-dirty" if files differ from it. Empty without Git, and in a source
   * archive, even if that was unpacked inside another project's clone.
   */
  private static Optional<String> commit(Path checkout) throws IOException, InterruptedException {
    if (!Files.exists(checkout.resolve(".git"))) {
      return Optional.empty();
    }
    // No tag has such a name. And builds of several modules must not wait for each other's locks.
    ProcessBuilder git =
        new ProcessBuilder(
                "git describe --always --abbrev=40 --match=no-tag --dirty=-dirty".split(" "))
            .directory(checkout.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    git.environment().put("GIT_OPTIONAL_LOCKS", "0");
    try {
      Process process = git.start();
      String commit =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor() == 0 ? Optional.of(commit) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // there is no Git
    }
  }

  private static void write(Path packed, String digest, Optional<String> commit, Path copy)
      throws IOException {
    try (var from = new JarFile(packed.toFile());
        var to = new JarOutputStream(Files.newOutputStream(copy))) {
      Manifest manifest = from.getManifest();
      commit.ifPresent(name -> manifest.getMainAttributes().putValue("Git-Commit", name));
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
