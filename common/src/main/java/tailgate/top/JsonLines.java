package tailgate.top;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Each sample as the server has said it, in a line of its own: for programs. */
public final class JsonLines implements Display {

  private final PrintWriter out;
  private final PrintWriter err;

  /** Samples go to {@code out}, trouble goes to {@code err}. */
  public JsonLines(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public boolean show(@Nullable Sample before, Sample now) {
    try {
      out.println(Json.oneLine(now.json()));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e); // it has been read before
    }
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
