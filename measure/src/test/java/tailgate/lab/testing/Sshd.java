package tailgate.lab.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tailgate.lab.machine.Ports;

/**
 * A real sshd(8) on the loopback address, with keys and a configuration of its own: it changes
 * nothing of the machine's.
 */
public final class Sshd implements AutoCloseable {

  private static final Path PROGRAM = Path.of("/usr/sbin/sshd");

  /** It insists on this empty folder if root starts it. */
  private static final Path RUN = Path.of("/run/sshd");

  private final Path folder;
  private final int port;
  private final Process process;

  private Sshd(Path folder, int port, Process process) {
    this.folder = folder;
    this.port = port;
    this.process = process;
  }

  /** The program; empty where there is none, except in CI, which installs it. */
  public static Optional<Path> find() {
    boolean exists = Files.isExecutable(PROGRAM);
    if ("true".equals(System.getenv("CI"))) {
      assertThat(exists).as("sshd").isTrue();
    }
    return exists ? Optional.of(PROGRAM) : Optional.empty();
  }

  /**
   * Starts it.
   *
   * @param folder for its keys and its log
   */
  public static Sshd start(Path folder) throws Exception {
    for (String key : List.of("host", "changed", "user")) {
      run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder.resolve(key).toString());
    }
    int port = Ports.free();
    Path config =
        Files.writeString(
            folder.resolve("sshd.conf"),
            String.format(
                Locale.ROOT,
                """
                Port %1$d
                ListenAddress 127.0.0.1
                HostKey %2$s/host
                AuthorizedKeysFile %2$s/user.pub
                PidFile none
                StrictModes no
                UsePAM no
                PasswordAuthentication no
                """,
                port,
                folder));
    if (System.getProperty("user.name").equals("root")) {
      Files.createDirectories(RUN);
    }
    Path log = folder.resolve("sshd.log");
    Process process =
        new ProcessBuilder(PROGRAM.toString(), "-D", "-e", "-f", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    await().until(() -> !process.isAlive() || Files.readString(log).contains("listening"));
    assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
    return new Sshd(folder, port, process);
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  /**
   * The command that reaches it as {@code there}.
   *
   * @param known the host key that the user knows: {@code host} is right, {@code changed} is
   *     another one; empty for none
   */
  public List<String> knowing(String known) throws IOException {
    Path hosts = folder.resolve("known");
    String key = known.isEmpty() ? "" : Files.readString(folder.resolve(known + ".pub"));
    Files.writeString(
        hosts, key.isEmpty() ? "" : String.format(Locale.ROOT, "[127.0.0.1]:%d %s", port, key));
    return command("user", hosts);
  }

  /** The command of somebody with another key. */
  public List<String> stranger() throws IOException {
    knowing("host");
    return command("changed", folder.resolve("known"));
  }

  private List<String> command(String key, Path hosts) throws IOException {
    Path config =
        Files.writeString(
            folder.resolve("ssh.conf"),
            String.format(
                Locale.ROOT,
                """
                Host there
                  HostName 127.0.0.1
                  Port %d
                  IdentityFile %s
                  IdentitiesOnly yes
                  IdentityAgent none
                  UserKnownHostsFile %s
                  GlobalKnownHostsFile /dev/null
                """,
                port,
                folder.resolve(key),
                hosts));
    return List.of("ssh", "-F", config.toString());
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly); // connections that are left
    process.destroyForcibly();
  }
}
