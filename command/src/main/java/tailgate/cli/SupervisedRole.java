package tailgate.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import picocli.CommandLine;
import tailgate.admin.Management;
import tailgate.log.SafeLogger;
import tailgate.server.Server;
import tailgate.supervisor.SupervisorLink;

/**
 * Whether this process is one of several that a supervisor has started. If so, the supervisor has
 * the admin port and speaks to the user; this process answers the supervisor.
 */
final class SupervisedRole implements AutoCloseable {

  private static final Logger LOG = SafeLogger.of(SupervisedRole.class);

  /** Longer than any answer of the supervisor takes. */
  private static final Duration ANSWER = Duration.ofSeconds(10);

  private final @Nullable SupervisorLink link;

  /** Counted down when it is known whether this process closes the port or has left it. */
  private final CountDownLatch decided = new CountDownLatch(1);

  /** Volatile: set by the thread that leaves the port, read by the one that stops the server. */
  private volatile boolean left;

  private SupervisedRole(@Nullable SupervisorLink link) {
    this.link = link;
  }

  /**
   * The role that the environment of this process describes.
   *
   * @throws StartupException if the supervisor is gone
   */
  static SupervisedRole find() {
    try {
      return new SupervisedRole(SupervisorLink.connect(System.getenv()));
    } catch (IOException e) {
      throw new StartupException("cannot connect to the supervisor", e);
    }
  }

  boolean isSupervised() {
    return link != null;
  }

  /** Tells the user or the supervisor that the server serves. */
  void ready(
      Banner banner, PrintWriter out, Server server, Management management, StopSignal stopSignal) {
    if (link == null) {
      banner.print(out);
      return;
    }
    try {
      link.ready(banner.text(), new Answers(server, management, stopSignal));
    } catch (IOException e) {
      LOG.warn("the supervisor is gone, so this process ends too");
      stopSignal.request();
    }
  }

  /** Whether other processes accept from the port. */
  boolean hasLeft() {
    return left;
  }

  /**
   * Called before the port is closed. If another process accepts, the port is left to it instead.
   */
  void closing() throws InterruptedException {
    if (link == null || left) {
      return;
    }
    try {
      link.closing();
      if (!decided.await(ANSWER.toSeconds(), TimeUnit.SECONDS)) {
        LOG.warn("the supervisor does not say whether other processes accept");
      }
    } catch (IOException e) {
      LOG.debug("the supervisor is gone", e);
    }
  }

  private void tellLeft() {
    try {
      if (link != null) {
        link.left();
      }
    } catch (IOException e) {
      LOG.debug("the supervisor is gone", e);
    }
  }

  /** Prints a line for the user, unless the supervisor speaks to the user. */
  void say(CommandLine line, String text) {
    if (link == null) {
      line.getOut().println(text);
      line.getOut().flush();
    }
  }

  /** Sends the last figures of the server, which has stopped. */
  void stopped(Management management) {
    if (link != null) {
      try {
        link.end(management.figures(false));
      } catch (IOException e) {
        LOG.debug("no last figures", e);
      }
    }
  }

  @Override
  public void close() {
    if (link != null) {
      link.close();
    }
  }

  private final class Answers implements SupervisorLink.Server {

    private final Server server;
    private final Management management;
    private final StopSignal stopSignal;

    Answers(Server server, Management management, StopSignal stopSignal) {
      this.server = server;
      this.management = management;
      this.stopSignal = stopSignal;
    }

    @Override
    public byte[] figures(boolean pinned) throws IOException {
      return management.figures(pinned);
    }

    @Override
    public String threads() throws IOException {
      return Management.threads();
    }

    @Override
    public void leave() {
      try {
        Thread.ofPlatform().daemon().name("tailgate-leave").start(this::leavePort);
      } catch (OutOfMemoryError e) { // no thread: the link waits instead
        leavePort();
      }
    }

    private void leavePort() {
      try {
        if (server.leavePort()) {
          tellLeft();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        left = true;
        decided.countDown();
        stopSignal.request();
      }
    }

    @Override
    public void close() {
      decided.countDown();
    }

    @Override
    public void lost() {
      decided.countDown();
      stopSignal.request();
    }
  }
}
