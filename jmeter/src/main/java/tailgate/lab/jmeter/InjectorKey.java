package tailgate.lab.jmeter;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.machine.Tool;

/**
 * The key by which the lab and its injectors know each other, in a file that all of them have. Who
 * has it may run any program on the injectors.
 *
 * <p>Its password is JMeter's own default: what protects the key is who can read the file. JMeter
 * tells its peers by which name to look for their copy, so the name must be the same everywhere.
 *
 * @param file absolute
 */
public record InjectorKey(Path file) {

  private static final String TYPE = "PKCS12";
  private static final String PASSWORD = "changeit";
  private static final String ALIAS = "rmi";

  /** For a JMeter that runs in {@link #folder}. */
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
   * Makes a key, unless there is one. Of two that do so at once one makes it and both use it.
   *
   * @param java whose keytool is used
   */
  public void makeIfMissing(String java) throws IOException, LabException, InterruptedException {
    if (exists()) {
      return;
    }
    // Nobody but us can look into this folder.
    Path draftFolder = Files.createTempDirectory(Files.createDirectories(folder()), "new-key");
    Path draft = draftFolder.resolve("key");
    try {
      runKeytool(java, draft);
      if (Files.getFileAttributeView(draft, PosixFileAttributeView.class) != null) {
        Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
      }
      Files.createLink(file, draft); // unlike a move it fails if the file is there
    } catch (FileAlreadyExistsException e) {
      // Somebody else was quicker.
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
