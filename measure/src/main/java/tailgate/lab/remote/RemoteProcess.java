package tailgate.lab.remote;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import tailgate.lab.process.StandIn;

/**
 * A process on another machine, by its {@code ssh} on this one: it is alive as long as that is, and
 * has the same exit code, or {@link #LOST}. To stop it is to send it a line, because a signal would
 * end {@code ssh} alone, and nobody would know when the process has ended. Its number is that of
 * {@code ssh}. Thread-safe.
 */
final class RemoteProcess extends StandIn {

  /** The exit code of ssh if there was no connection, or it has ended; ssh(1). */
  static final int LOST = 255;

  /** The time for the line to arrive and the process to end, before ssh is killed. */
  private static final long SOON_SECONDS = 3;

  RemoteProcess(Process ssh) {
    super(ssh);
  }

  private void say(String line) {
    try {
      // One write, so that lines of several threads do not mix.
      child.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      child.getOutputStream().flush();
    } catch (IOException e) {
      // It has ended.
    }
  }

  /** Sends SIGTERM there. */
  @Override
  public void destroy() {
    say("TERM");
  }

  /** Sends SIGKILL there, and then ends the connection: what is left there notices that. */
  @Override
  public Process destroyForcibly() {
    say("KILL");
    try {
      if (!child.waitFor(SOON_SECONDS, TimeUnit.SECONDS)) {
        child.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      child.destroyForcibly();
    }
    return this;
  }
}
