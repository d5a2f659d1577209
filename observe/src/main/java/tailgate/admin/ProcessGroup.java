package tailgate.admin;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several processes that serve on the same port. Thread-safe. */
public interface ProcessGroup {

  /**
   * A process of the group.
   *
   * @param process its number, from 0
   * @param pid its id; null while there is none
   * @param state {@code "starting"}, {@code "ready"}, {@code "draining"} or {@code "backoff"}
   * @param starts how often it was started
   */
  record Member(int process, @Nullable Long pid, String state, long starts) {}

  /** All processes, in the order of their numbers. */
  List<Member> members();

  /**
   * Asks all processes for their figures, and waits a short time for the answers. They go to {@link
   * ProcessFigures#answered}. A process that does not answer keeps its last figures.
   *
   * @param pinned whether they should count pinned virtual threads from now on
   */
  void refresh(boolean pinned);

  /**
   * A dump of all threads of a process.
   *
   * @throws IOException if it does not answer in time, or does not exist
   */
  String threads(int process) throws IOException;
}
