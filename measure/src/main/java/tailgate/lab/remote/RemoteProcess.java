package tailgate.lab.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * A process on another machine, by its {@code ssh} on this one: it is alive as long as that is, and
 * has the same exit code, or {@link #LOST}. To stop it is to send it a line, because a signal would
 * end {@code ssh} alone, and nobody would know when the process has ended. Thread-safe.
 */
final class RemoteProcess extends Process {

  /** The exit code of ssh if there was no connection, or it has ended; ssh(1). */
  static final int LOST = 255;

  /** The time for the line to arrive and the process to end, before ssh is killed. */
  private static final long SOON_SECONDS = 3;

  private final Process ssh;

  RemoteProcess(Process ssh) {
    this.ssh = ssh;
  }

  private void say(String line) {
    try {
      // One write, so that lines of several threads do not mix.
      ssh.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      ssh.getOutputStream().flush();
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
      if (!ssh.waitFor(SOON_SECONDS, TimeUnit.SECONDS)) {
        ssh.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      ssh.destroyForcibly();
    }
    return this;
  }

  @Override
  public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
    return ssh.waitFor(timeout, unit);
  }

  @Override
  public int waitFor() throws InterruptedException {
    return ssh.waitFor();
  }

  @Override
  public boolean isAlive() {
    return ssh.isAlive();
  }

  @Override
  public int exitValue() {
    return ssh.exitValue();
  }

  /** Returns the number of ssh, on this machine. */
  @Override
  public long pid() {
    return ssh.pid();
  }

  @Override
  public ProcessHandle toHandle() {
    return ssh.toHandle();
  }

  @Override
  public OutputStream getOutputStream() {
    return ssh.getOutputStream();
  }

  @Override
  public InputStream getInputStream() {
    return ssh.getInputStream();
  }

  @Override
  public InputStream getErrorStream() {
    return ssh.getErrorStream();
  }
}
