package tailgate.top;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.top.Sheet.Line;

/**
 * The whole terminal, redrawn in place.
 *
 * <pre>
 *   hidden (the screen as it was found) --show, in the foreground--> drawn (alternate, no cursor)
 *     |      ^                                                         |   |
 *   close    +------------------------- suspend -----------------------+   |
 *     +--> closed (as it was found, for good) <------------ close ---------+
 * </pre>
 *
 * <p>A frame is one write over the previous frame, and nothing is cleared before it. So nothing
 * flickers: each line is followed by "erase to end of line", the last line by "erase to end of
 * screen". A line that fills its row is not followed by an erase. The cursor is still on its last
 * character, which would be erased; only the next character moves the cursor to the next row. If
 * the terminal has too few rows, the empty lines are left out first, then the last lines; otherwise
 * the terminal would scroll.
 *
 * <p>Thread-safe: the terminal may be resized or closed while a frame is drawn.
 *
 * <p>Tests: FullScreenTest.
 */
final class FullScreen implements Display {

  private static final String ESC = "\u001b[";
  private static final String ENTER = ESC + "?1049h" + ESC + "?25l";
  private static final String LEAVE = ESC + "?25h" + ESC + "?1049l";
  private static final String HOME = ESC + "H";
  private static final String END_OF_LINE = ESC + "K";
  private static final String END_OF_SCREEN = ESC + "J";

  private final Endpoint endpoint;
  private final Terminal terminal;
  private final PrintWriter out;

  /** Guarded by this. */
  private Terminal.Size size;

  /** Guarded by this. The latest; null before the first. */
  private @Nullable Change change;

  /** Guarded by this. Why there is no later one; drawn above the latest. */
  private @Nullable String notice;

  /** Guarded by this. Whether the alternate screen is shown. */
  private boolean drawn;

  /** Guarded by this. */
  private boolean closed;

  FullScreen(Endpoint endpoint, Terminal terminal, PrintWriter out) {
    this.endpoint = endpoint;
    this.terminal = terminal;
    this.out = out;
    this.size = terminal.measure();
  }

  @Override
  public synchronized boolean show(Change latest) {
    change = latest;
    notice = null;
    return draw();
  }

  @Override
  public synchronized void unavailable(String reason) {
    notice = reason;
    draw();
  }

  /** The terminal has another size now. */
  synchronized void resized() {
    size = terminal.measure();
    draw();
  }

  /**
   * Restores the terminal, then runs {@code stop}, which stops this process and returns when it
   * goes on; then draws again.
   */
  synchronized void suspend(Runnable stop) {
    leave();
    stop.run();
    resized(); // a stopped process gets no signal when the size changes
  }

  @Override
  public synchronized void close() {
    leave();
    closed = true;
  }

  private void leave() {
    if (drawn) {
      drawn = false;
      out.print(LEAVE);
      out.flush();
    }
  }

  private boolean draw() {
    Change latest = change;
    if (closed || latest == null) {
      return !closed;
    }
    if (!terminal.foreground().getAsBoolean()) {
      return true; // another job has the terminal now; that may change
    }
    if (!drawn) {
      drawn = true;
      out.print(ENTER);
    }
    List<Line> lines = new ArrayList<>();
    if (notice != null) {
      lines.add(new Line(List.of(new Sheet.Cell(notice, Sheet.Tone.ALARM).cut(size.columns()))));
    }
    lines.addAll(Screen.of(endpoint, latest, size.columns()));
    if (lines.size() > size.rows()) {
      lines.removeIf(line -> line.text().isEmpty());
    }
    out.print(frame(lines.subList(0, Math.min(lines.size(), size.rows()))));
    return !out.checkError(); // which also flushes
  }

  private String frame(List<Line> lines) {
    var frame = new StringBuilder(HOME);
    String separator = "";
    for (Line line : lines) {
      frame.append(separator).append(terminal.colours() ? line.painted() : line.text());
      if (!isFull(line)) {
        frame.append(END_OF_LINE);
      }
      separator = "\r\n";
    }
    if (!isFull(lines.getLast())) {
      frame.append(END_OF_SCREEN);
    } else if (lines.size() < size.rows()) {
      frame.append(separator).append(END_OF_SCREEN);
    }
    return frame.toString();
  }

  private boolean isFull(Line line) {
    return line.text().length() >= size.columns();
  }
}
