package tailgate.lab.jmeter;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/**
 * Records of comma-separated values as RFC 4180 has them: a quoted field may hold commas, line ends
 * and doubled quotes. JMeter quotes a field if necessary, which is frequent with error messages.
 */
final class Csv {

  private static final int END = -1;

  private final Reader in;
  private int next;

  /**
   * @param in should be buffered; the caller closes it
   */
  Csv(Reader in) throws IOException {
    this.in = in;
    this.next = in.read();
  }

  /** The fields of the next record; none at all at the end. */
  List<String> record() throws IOException {
    List<String> fields = new ArrayList<>();
    if (next == END) {
      return fields;
    }
    fields.add(field());
    while (next == ',') {
      take();
      fields.add(field());
    }
    endLine();
    return fields;
  }

  private String field() throws IOException {
    StringBuilder field = new StringBuilder();
    if (next == '"') {
      quoted(field);
    }
    while (next != ',' && next != '\n' && next != '\r' && next != END) {
      field.append(take());
    }
    return field.toString();
  }

  private void quoted(StringBuilder field) throws IOException {
    take();
    while (next != END) {
      char c = take();
      if (c != '"') {
        field.append(c);
      } else if (next == '"') {
        field.append(take());
      } else {
        return;
      }
    }
  }

  private void endLine() throws IOException {
    if (next == '\r') {
      take();
    }
    if (next == '\n') {
      take();
    }
  }

  private char take() throws IOException {
    char taken = (char) next;
    next = in.read();
    return taken;
  }
}
