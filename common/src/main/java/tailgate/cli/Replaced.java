package tailgate.cli;

import java.net.InetSocketAddress;
import java.util.OptionalInt;
import java.util.function.Consumer;
import tailgate.admin.Management;
import tailgate.restart.Restart;

/**
 * What a successor takes from this process.
 *
 * @param leave stops accepting clients, because the successor does
 * @param out gets the line that says who has taken over
 * @param errors gets the reason if nobody has
 */
record Replaced(
    Management management,
    Leave leave,
    StopSignal stopSignal,
    Consumer<String> out,
    Consumer<String> errors)
    implements Restart.Owner {

  /** Stops accepting clients. */
  @FunctionalInterface
  interface Leave {
    void leavePort() throws InterruptedException;
  }

  @Override
  public OptionalInt adminPort() {
    return management.address().stream().mapToInt(InetSocketAddress::getPort).findFirst();
  }

  @Override
  public void release() {
    try {
      leave.leavePort();
      management.releasePort();
    } catch (InterruptedException | RuntimeException e) {
      errors.accept("cannot leave everything to the successor: " + e);
    }
  }

  @Override
  public void notReplaced(String reason) {
    errors.accept("was not replaced: " + reason);
  }

  @Override
  public void handedOver(long successor) {
    out.accept("handed over to process " + successor);
    stopSignal.request();
  }
}
