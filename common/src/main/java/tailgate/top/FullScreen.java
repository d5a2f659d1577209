package tailgate.top;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The whole terminal, redrawn in place.
 *
 * <pre>
 *   new --first show--> drawn (alternate screen, no cursor) --close--> closed (both as before)
 * </pre>
 *
 * <p>A frame is written in one piece, over the one before it and without clearing that first, so
 * nothing flickers: each line is followed by "erase to its end", the last by "erase to the end of
 * the screen". Where the terminal has too few rows, empty lines are left out first, and then what
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
    if (this.now == null && !closed) {
      out.print(ENTER);
    }
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

  @Override
  public synchronized void close() {
    if (!closed && now != null) {
      out.print(LEAVE);
      out.flush();
    }
    closed = true;
  }

  private boolean draw() {
    Sample latest = now;
    if (closed || latest == null) {
      return !closed;
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
      frame.append(END_OF_LINE);
      separator = "\r\n";
    }
    return frame.append(END_OF_SCREEN).toString();
  }
}
