package tailgate.top;

import java.io.PrintWriter;
import java.util.function.Function;

/** Where samples are shown, one after the other. */
sealed interface Display extends AutoCloseable permits FullScreen, Display.Lines {

  /**
   * Shows the latest sample.
   *
   * @return whether anybody may still see it
   */
  boolean show(Change change);

  /** Tells why there is no latest sample. */
  void unavailable(String reason);

  /** Restores the terminal. May be called at any time, by any thread, more than once. */
  @Override
  void close();

  /** Text for a file, a pipe or a program. The samples go to {@code out}. */
  record Lines(PrintWriter out, PrintWriter err, Function<Change, String> text) implements Display {

    @Override
    public boolean show(Change change) {
      out.println(text.apply(change));
      return !out.checkError(); // which also flushes
    }

    @Override
    public void unavailable(String reason) {
      err.println(reason);
      err.flush();
    }

    @Override
    public void close() {}
  }
}
