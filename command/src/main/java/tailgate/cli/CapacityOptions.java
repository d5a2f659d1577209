package tailgate.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.server.connection.DescriptorBudget;
import tailgate.server.stage.OverloadPolicy;

/** Limits and overload policy, for the stages that serve more than one client at a time. */
public final class CapacityOptions {

  /** Maximum number of open connections, at least 1. */
  @Option(
      names = "--max-connections",
      paramLabel = "N",
      defaultValue = "20000",
      description = "Maximum number of open connections. (${DEFAULT-VALUE})")
  public int maxConnections = 20_000;

  /** Maximum number of open connections of one client address; 0 for no such limit. */
  @Option(
      names = "--max-connections-per-client",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Maximum number of open connections of one client address; 0 for no such limit. Do not"
              + " set it behind a proxy, because all clients have the address of the proxy."
              + " (${DEFAULT-VALUE})")
  public int maxConnectionsPerClient;

  /** What happens to a connection or request beyond the limits. */
  @Option(
      names = "--overload",
      paramLabel = "POLICY",
      defaultValue = "block",
      description =
          "What happens to a connection or request beyond the limits. block: it waits, finally in"
              + " the kernel's backlog; reject: it gets a 503. (${DEFAULT-VALUE})")
  public OverloadPolicy overload = OverloadPolicy.BLOCK;

  /** Says that there are too few descriptors for so many connections; null if there are enough. */
  @Nullable String shortage(DescriptorBudget descriptors) {
    return maxConnections <= descriptors.shared()
        ? null
        : String.format(
                Locale.ROOT,
                "at most %d of the %d connections fit into the limit of %d open files:",
                descriptors.shared(),
                maxConnections,
                descriptors.limit())
            + " raise it (ulimit -n), or lower --max-connections";
  }
}
