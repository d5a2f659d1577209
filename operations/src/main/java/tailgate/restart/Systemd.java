package tailgate.restart;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * Tells systemd that this process is the main process of its service, and ready: {@code
 * Type=notify}. Java has no datagram sockets of the Unix domain, so systemd's own {@code
 * systemd-notify} sends the message; the unit needs {@code NotifyAccess=all} for that.
 */
public final class Systemd {

  private static final Logger LOG = SafeLogger.of(Systemd.class);
  private static final int TIMEOUT_SECONDS = 5;

  private Systemd() {}

  /** Tells systemd, if systemd has asked for it. */
  public static void ready() {
    String socket = System.getenv("NOTIFY_SOCKET");
    if (socket != null && !socket.isEmpty()) {
      tell("READY=1", "MAINPID=" + ProcessHandle.current().pid());
    }
  }

  private static void tell(String ready, String main) {
    try {
      Process notify =
          new ProcessBuilder("systemd-notify", ready, main)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      notify.getOutputStream().close();
      if (!notify.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        notify.destroyForcibly();
        LOG.warn("systemd-notify does not end");
      } else if (notify.exitValue() != 0) {
        LOG.warn("systemd-notify has failed: exit code {}", notify.exitValue());
      }
    } catch (IOException e) {
      LOG.warn("cannot tell systemd that this process is ready: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
