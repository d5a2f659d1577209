package tailgate.lab.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A command that can be used for ssh: the other machine is this one, and its TMPDIR a folder. */
public final class FakeSsh {

  private FakeSsh() {}

  /**
   * It reaches that machine, but leads no ports to it.
   *
   * @param temporary the folder for temporary files there, which exists
   */
  public static List<String> reaching(Path folder, Path temporary) throws IOException {
    return write(
        folder,
        """
        while [ "$1" != -- ]; do
          [ "$1" = -O ] && exit 255
          shift
        done
        export SSH_CONNECTION='127.0.0.9 999 127.0.0.1 22' TMPDIR='%s'
        echo "noise of a login shell"
        exec sh -c "$3"
        """
            .formatted(temporary));
  }

  /** It cannot reach it, and says why. */
  public static List<String> failing(Path folder, String error) throws IOException {
    Path text = Files.writeString(folder.resolve("error"), error);
    return write(folder, "cat '%s' >&2\nexit 255\n".formatted(text));
  }

  private static List<String> write(Path folder, String script) throws IOException {
    Path command = folder.resolve("ssh");
    Files.writeString(command, "#!/bin/sh\n" + script);
    if (!command.toFile().setExecutable(true)) {
      throw new IOException(command + " cannot be made executable");
    }
    return List.of(command.toString());
  }
}
