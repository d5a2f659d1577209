import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Copies a packed jar to where it is run from, with what only the whole jar can tell: {@code java
 * -Dstarted=MILLIS FinishJar PACKED JAR CHECKOUT}.
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
    byte[] bytes = Files.readAllBytes(packed);
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
    byte[] manifest = manifest(packed, HexFormat.of().formatHex(digest), commit(Path.of(args[2])));
    Files.write(copy, withManifest(bytes, manifest));
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
      String commit = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      return process.waitFor() == 0 ? Optional.of(commit) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // there is no Git
    }
  }

  /** A jar with nothing but the manifest of {@code packed}, and with these in it. */
  private static byte[] manifest(Path packed, String digest, Optional<String> commit)
      throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var from = new JarFile(packed.toFile());
        var to = new JarOutputStream(bytes)) {
      Manifest manifest = from.getManifest();
      commit.ifPresent(name -> manifest.getMainAttributes().putValue("Git-Commit", name));
      manifest
          .getEntries()
          .computeIfAbsent(PACKAGE, name -> new Attributes())
          .put(Attributes.Name.IMPLEMENTATION_VERSION, digest);
      var entry = new JarEntry(JarFile.MANIFEST_NAME);
      entry.setTimeLocal(from.getEntry(entry.getName()).getTimeLocal()); // in every time zone
      to.putNextEntry(entry);
      manifest.write(to);
    }
    return bytes.toByteArray();
  }

  /**
   * The jar with the manifest of another one that has nothing else. All other entries stay as they
   * are packed, because to pack them again would take most of the time of this program. The numbers
   * are from PKWARE's APPNOTE.TXT, 4.3: an entry is where its header in the directory says.
   */
  private static byte[] withManifest(byte[] packed, byte[] manifest) {
    ByteBuffer jar = ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer other = ByteBuffer.wrap(manifest).order(ByteOrder.LITTLE_ENDIAN);
    int end = packed.length - 22;
    int directory = jar.getInt(end + 16);
    int otherDirectory = other.getInt(manifest.length - 22 + 16);
    var entries = new ByteArrayOutputStream(packed.length + manifest.length);
    var headers = new ByteArrayOutputStream();
    for (int header = directory, next; header < end; header = next) {
      int name = jar.getShort(header + 28);
      next = header + 46 + name + jar.getShort(header + 30) + jar.getShort(header + 32);
      int entry = jar.getInt(header + 42);
      int limit = next < end ? jar.getInt(next + 42) : directory;
      if (new String(packed, header + 46, name, UTF_8).equals(JarFile.MANIFEST_NAME)) {
        other.putInt(otherDirectory + 42, entries.size());
        headers.write(manifest, otherDirectory, manifest.length - 22 - otherDirectory);
        entries.write(manifest, 0, otherDirectory);
      } else {
        jar.putInt(header + 42, entries.size());
        headers.write(packed, header, next - header);
        entries.write(packed, entry, limit - entry);
      }
    }
    jar.putInt(end + 12, headers.size());
    jar.putInt(end + 16, entries.size());
    headers.write(packed, end, 22);
    entries.writeBytes(headers.toByteArray());
    return entries.toByteArray();
  }
}
