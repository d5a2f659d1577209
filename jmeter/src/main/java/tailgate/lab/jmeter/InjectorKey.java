package tailgate.lab.jmeter;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import tailgate.lab.LabException;
import tailgate.lab.machine.Tool;

/**
 * The key with which the lab and its injectors authenticate each other, in a file of which each has
 * a copy. Anyone who has it can run any program on the injectors.
 *
 * <p>Its password is JMeter's default: the file permissions protect the key. JMeter sends the name
 * of the file to its peers, so the name must be the same everywhere.
 *
 * @param file absolute
 */
public record InjectorKey(Path file) {

  private static final String TYPE = "PKCS12";
  private static final String PASSWORD = "changeit";
  private static final String ALIAS = "rmi";

  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rwx------");

  /** Returns the options for a JMeter that runs in {@link #folder}. */
  List<String> options() {
    return List.of(
        "-Jserver.rmi.ssl.keystore.file=" + file.getFileName(),
        "-Jserver.rmi.ssl.keystore.type=" + TYPE,
        "-Jserver.rmi.ssl.keystore.password=" + PASSWORD,
        "-Jserver.rmi.ssl.keystore.alias=" + ALIAS,
        "-Jserver.rmi.ssl.truststore.file=" + file.getFileName(),
        "-Jserver.rmi.ssl.truststore.type=" + TYPE,
        "-Jserver.rmi.ssl.truststore.password=" + PASSWORD);
  }

  Path folder() {
    return file.resolveSibling("");
  }

  public boolean exists() {
    return Files.isRegularFile(file);
  }

  /**
   * Refuses a key that other users of this machine can read or change.
   *
   * @throws LabException if they can; the message says the remedy
   */
  public void check() throws LabException {
    var view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view == null) {
      return; // this file system has no such permissions
    }
    Set<PosixFilePermission> permissions;
    try {
      permissions = view.readAttributes().permissions();
    } catch (IOException e) {
      throw new LabException("cannot read the permissions of the key store " + file, e);
    }
    if (!OWNERS.containsAll(permissions)) {
      throw new LabException(
          "other users have access to the key store %1$s (%2$s); make it yours alone: chmod 600 %1$s"
              .formatted(file, PosixFilePermissions.toString(permissions)));
    }
  }

  /**
   * Makes a key, unless there is one. If two processes do so at once, both use the same key.
   *
   * @param java the java binary beside which keytool is
   */
  public void makeIfMissing(String java) throws IOException, LabException, InterruptedException {
    if (exists()) {
      return;
    }
    // Only this user can read this folder.
    Path draftFolder = Files.createTempDirectory(Files.createDirectories(folder()), "new-key");
    Path draft = draftFolder.resolve("key");
    try {
      runKeytool(java, draft);
      if (Files.getFileAttributeView(draft, PosixFileAttributeView.class) != null) {
        Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
      }
      Files.createLink(file, draft); // unlike a move it fails if the file is there
    } catch (FileAlreadyExistsException e) {
      // Another process was faster.
    } finally {
      Files.deleteIfExists(draft);
      Files.delete(draftFolder);
    }
  }

  private void runKeytool(String java, Path target) throws LabException, InterruptedException {
    String keytool = Path.of(java).resolveSibling("keytool").toString();
    boolean made =
        Tool.output(
                keytool,
                "-genkeypair",
                "-keystore",
                target.toString(),
                "-storetype",
                TYPE,
                "-storepass",
                PASSWORD,
                "-alias",
                ALIAS,
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-validity",
                "3650",
                "-dname",
                "CN=Tailgate injectors")
            .isPresent();
    if (!made) {
      throw new LabException(keytool + " could not make the key " + file);
    }
  }
}
