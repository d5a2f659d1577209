package tailgate.lab.process;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;

/**
 * A process that stands for a child of this one, and is stopped in another way. All else is the
 * child's. Thread-safe, as the child is.
 */
public abstract class StandIn extends Process {

  protected final Process child;

  protected StandIn(Process child) {
    this.child = child;
  }

  @Override
  public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
    return child.waitFor(timeout, unit);
  }

  /** Waits for the child alone. */
  @Override
  public int waitFor() throws InterruptedException {
    return child.waitFor();
  }

  @Override
  public boolean isAlive() {
    return child.isAlive();
  }

  @Override
  public int exitValue() {
    return child.exitValue();
  }

  @Override
  public long pid() {
    return child.pid();
  }

  @Override
  public ProcessHandle toHandle() {
    return child.toHandle();
  }

  @Override
  public OutputStream getOutputStream() {
    return child.getOutputStream();
  }

  @Override
  public InputStream getInputStream() {
    return child.getInputStream();
  }

  @Override
  public InputStream getErrorStream() {
    return child.getErrorStream();
  }
}
