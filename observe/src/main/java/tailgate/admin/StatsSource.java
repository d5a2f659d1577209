package tailgate.admin;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tailgate.admin.AdminPage.Answer;

/** Where the pages of the admin port get their figures: one server, or several processes. */
interface StatsSource {

  /** The statistics for a client that asks for them. */
  default Stats stats() {
    return snapshot(true).stats();
  }

  /**
   * The statistics for the history, without pinned virtual threads: counting those starts a flight
   * recording, which nobody has asked for.
   */
  Stats statsForHistory();

  /**
   * All figures.
   *
   * @param pinned whether pinned virtual threads are among them; from the first time on they are
   *     counted
   */
  Snapshot snapshot(boolean pinned);

  /** The page {@code /metrics}. */
  Answer metrics(Headers request) throws IOException;

  /**
   * The page {@code /threads}.
   *
   * @param query of its address; null if there is none
   */
  Answer threads(@Nullable String query) throws IOException;

  /** The page {@code /health/live}: 503 if the process serves nobody and cannot help itself. */
  default Answer live() {
    return Answer.text(200, "live");
  }

  /** Looks whether what is served is there, for {@link #state}. May wait for the disk. */
  default void look() {}

  /** {@code "ready"}, or why a load balancer should send no more requests. */
  String state();

  /** Changes the state to {@code "draining"} from now on. */
  void drain();

  /** To be called about once a second. */
  default void tick() {}
}
