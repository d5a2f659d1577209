package tailgate.top;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** A line for each sample, and no other control character: for files and pipes. */
public final class PlainLines implements Display {

  private final PrintWriter out;
  private final PrintWriter err;

  /** Samples go to {@code out}, trouble goes to {@code err}. */
  public PlainLines(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public boolean show(@Nullable Sample before, Sample now) {
    out.println(Summary.of(before == null ? null : before.stats(), now.stats()));
    return !out.checkError();
  }

  @Override
  public void away(String reason) {
    err.println(reason);
    err.flush();
  }

  @Override
  public void close() {}
}
