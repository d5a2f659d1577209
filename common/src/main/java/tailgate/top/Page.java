package tailgate.top;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A sample as the full screen has it, but written down: to be looked at once. */
public final class Page implements Display {

  private static final int USUAL_COLUMNS = 80;

  private final Endpoint endpoint;
  private final Optional<Terminal> terminal;
  private final PrintWriter out;

  /** Writes to {@code out}, which may be a terminal. */
  public Page(Endpoint endpoint, Optional<Terminal> terminal, PrintWriter out) {
    this.endpoint = endpoint;
    this.terminal = terminal;
    this.out = out;
  }

  @Override
  public boolean show(@Nullable Sample before, Sample now) {
    int width = terminal.map(t -> t.measure().columns()).orElse(USUAL_COLUMNS);
    boolean colours = terminal.map(Terminal::colours).orElse(false);
    List<Line> lines =
        Screen.of(endpoint, before == null ? null : before.stats(), now.stats(), width);
    for (Line line : lines) {
      out.println(colours ? line.painted() : line.text());
    }
    return !out.checkError();
  }

  @Override
  public void away(String reason) {
    out.println(reason);
    out.flush();
  }

  @Override
  public void close() {}
}
