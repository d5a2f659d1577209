package tailgate.top;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The whole terminal, redrawn in place.
 *
 * <pre>
 *   away (the screen as it was found) --show, in the foreground--> drawn (alternate, no cursor)
 *     |      ^                                                       |   |
 *   close    +------------------------- suspend ---------------------+   |
 *     +--> closed (as it was found, for good) <----------- close --------+
 * </pre>
 *
 * <p>A frame is written in one piece, over the one before it and without clearing that first, so
 * nothing flickers: each line is followed by "erase to its end", the last by "erase to the end of
 * the screen". After a line that fills its row there is nothing to erase, and it would cost the
 * last character: the cursor is still on it, and goes on to the next row only with the next
 * character. Where the terminal has too few rows, empty lines are left out first, and then what
 * comes last, or it would scroll.
 *
 * <p>Thread-safe: the terminal may be resized, and the end come, while a frame is drawn.
 */
public final class FullScreen implements Display {

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

  /** Guarded by this. What is drawn; null before the first time. */
  private @Nullable Sample now;

  /** Guarded by this. */
  private @Nullable Sample before;

  /** Guarded by this. What is drawn above it; null if all is well. */
  private @Nullable String notice;

  /** Guarded by this. Whether the alternate screen is shown. */
  private boolean drawn;

  /** Guarded by this. */
  private boolean closed;

  /** Draws what comes from {@code endpoint} on the terminal that is behind {@code out}. */
  public FullScreen(Endpoint endpoint, Terminal terminal, PrintWriter out) {
    this.endpoint = endpoint;
    this.terminal = terminal;
    this.out = out;
    this.size = terminal.measure();
  }

  @Override
  public synchronized boolean show(@Nullable Sample before, Sample now) {
    this.before = before;
    this.now = now;
    notice = null;
    return draw();
  }

  @Override
  public synchronized void away(String reason) {
    notice = reason;
    draw();
  }

  /** The terminal has another size now. */
  public synchronized void resized() {
    size = terminal.measure();
    draw();
  }

  /**
   * Leaves the terminal as it was found for as long as {@code stop} takes, which stops this process
   * and returns when that goes on; then draws again.
   */
  public synchronized void suspend(Runnable stop) {
    leave();
    stop.run();
    resized(); // which nobody has said to a process that stood still
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
    Sample latest = now;
    if (closed || latest == null) {
      return !closed;
    }
    if (!terminal.foreground().getAsBoolean()) {
      return true; // it is somebody else's now; that may change
    }
    if (!drawn) {
      drawn = true;
      out.print(ENTER);
    }
    List<Line> lines = new ArrayList<>();
    if (notice != null) {
      lines.add(new Line(List.of(new Cell(notice, Tone.ALARM).cut(size.columns()))));
    }
    lines.addAll(
        Screen.of(
            endpoint, before == null ? null : before.stats(), latest.stats(), size.columns()));
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
