package tailgate.lab.run;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tailgate.lab.LabException;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.Children;

/**
 * A server under test, as a child process.
 *
 * <pre>
 *   start ──► awaitReady ──► (load) ──► checkAlive ──► stop
 *                 │                         │            ▲
 *                 └── dead, mute, not 200   └── dead     │
 *                              └────────────────┴────────┘
 * </pre>
 *
 * Confined to one thread.
 */
final class StageProcess {

  private static final Duration POLL = Duration.ofMillis(50);

  private final Children children;
  private final Process process;
  private final ChildLog log;
  private final URI resource;

  private StageProcess(Children children, Process process, ChildLog log, URI resource) {
    this.children = children;
    this.process = process;
    this.log = log;
    this.resource = resource;
  }

  /**
   * Starts the server; it need not listen yet.
   *
   * @param resource what {@link #awaitReady} asks for, and must get
   */
  static StageProcess start(Children children, List<String> command, URI resource, ChildLog log)
      throws IOException {
    return new StageProcess(children, children.start(log.process(command)), log, resource);
  }

  /** Returns once the server has answered a GET with 200. */
  void awaitReady(Duration timeout) throws LabException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!answers(deadline)) {
      if (process.waitFor(POLL.toNanos(), TimeUnit.NANOSECONDS)) {
        throw died("before it answered");
      }
      if (System.nanoTime() - deadline >= 0) {
        throw new LabException(
            "did not answer GET %s within %s ms%s"
                .formatted(resource, timeout.toMillis(), log.tail()));
      }
    }
    if (!process.isAlive()) {
      throw died("yet something else answers at " + resource);
    }
  }

  /** Whether it answers; false means not yet. */
  private boolean answers(long deadline) throws LabException {
    int left = (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
    try {
      HttpURLConnection probe = (HttpURLConnection) resource.toURL().openConnection();
      probe.setConnectTimeout(left);
      probe.setReadTimeout(left);
      probe.setInstanceFollowRedirects(false);
      // A kept connection would occupy a single-threaded server until it is closed.
      probe.setRequestProperty("Connection", "close");
      int status = probe.getResponseCode();
      probe.disconnect();
      if (status != HttpURLConnection.HTTP_OK) {
        throw new LabException("answers GET %s with %d%s".formatted(resource, status, log.tail()));
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false; // the deadline is over; awaitReady says so
    } catch (IOException e) {
      return false; // not listening yet
    }
  }

  long pid() {
    return process.pid();
  }

  /** To be called after the load: a server that died under it was not measured. */
  void checkAlive() throws LabException {
    if (!process.isAlive()) {
      throw died("under load");
    }
  }

  /**
   * Stops the server with SIGTERM, if it still runs.
   *
   * @return whether it ended by itself; otherwise it has been killed
   */
  boolean stop() {
    return children.stop(process);
  }

  private LabException died(String when) {
    return new LabException(
        "ended %s, with exit code %d%s".formatted(when, process.exitValue(), log.tail()));
  }
}
