package tailgate.lab.choose;

import java.util.List;
import tailgate.lab.load.LoggedException;

/**
 * What a server has logged.
 *
 * @param file the file from the folder of the results, as {@code block-1/threadpool/server.log}
 * @param exceptions the first of each kind, in the order of their lines; at most ten
 */
public record ServerLog(String file, List<LoggedException> exceptions) {

  /** So many kinds are kept; more would explain no more. */
  private static final int MOST_KINDS = 10;

  public ServerLog {
    exceptions = exceptions.stream().limit(MOST_KINDS).toList();
  }
}
