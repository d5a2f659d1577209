package tailgate.lab.url;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tailgate.lab.LabException;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.RequestSpec.Header;

/**
 * Reads a file of requests. A request is a line with its weight, which may be missing, its method
 * and its target; then a line for each header, and {@code @FILE} for its body. An empty line ends
 * it, and a line that begins with {@code #} is a comment. That is the form of vegeta, with weights.
 *
 * <pre>
 * 9 GET /products?page=1
 *
 * 1 POST /orders
 * Content-Type: application/json
 * &#64;order.json
 * </pre>
 */
public final class RequestFile {

  private static final Pattern FIRST =
      Pattern.compile("(?:(\\d{1,6}(?:\\.\\d{1,6})?)\\s+)?([A-Z]+)\\s+(\\S+)");
  private static final Pattern FIELD =
      Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([^\\r\\n\\x00]*)");

  /** These are set for each request. */
  private static final List<String> OURS =
      List.of("host", "content-length", "connection", "transfer-encoding");

  private final Path file;
  private final UnaryOperator<String> target;
  private final List<RequestSpec> requests = new ArrayList<>();

  /** The request that is being read; its method is empty between two requests. */
  private String method = "";

  private String asked = "";
  private double weight;
  private List<Header> headers = new ArrayList<>();
  private ByteBuffer body = ByteBuffer.allocate(0);

  private RequestFile(Path file, UnaryOperator<String> target) {
    this.file = file;
    this.target = target;
  }

  /**
   * Reads a file.
   *
   * @param common headers of all requests
   * @param target makes the target of what a request asks for, or throws an {@link
   *     IllegalArgumentException}
   * @throws LabException if something is wrong, with the number of the line
   */
  public static List<RequestSpec> read(Path file, List<Header> common, UnaryOperator<String> target)
      throws IOException, LabException {
    RequestFile reader = new RequestFile(file, target);
    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < lines.size(); i++) {
      try {
        reader.line(lines.get(i).strip(), common);
      } catch (IllegalArgumentException e) {
        throw new LabException(file + ", line " + (i + 1) + ": " + e.getMessage(), e);
      } catch (IOException e) {
        throw new LabException(file + ", line " + (i + 1) + ": cannot read " + e.getMessage(), e);
      }
    }
    reader.end(common);
    if (reader.requests.isEmpty()) {
      throw new LabException("%s has no request".formatted(file));
    }
    return reader.requests;
  }

  private void line(String line, List<Header> common) throws IOException {
    if (line.startsWith("#")) {
      return;
    }
    if (line.isEmpty()) {
      end(common);
    } else if (method.isEmpty()) {
      begin(line);
    } else if (line.startsWith("@")) {
      body = ByteBuffer.wrap(Files.readAllBytes(file.resolveSibling(line.substring(1).strip())));
    } else {
      headers.add(header(line));
    }
  }

  private void begin(String line) {
    Matcher parts = FIRST.matcher(line);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "'%s' is no request such as \"GET /path\" or \"3 POST /path\"".formatted(line));
    }
    weight = parts.group(1) == null ? 1 : Double.parseDouble(parts.group(1));
    asked = target.apply(parts.group(3));
    method = parts.group(2);
    // Refuses what is wrong in this line, not at the end of the request.
    new RequestSpec(method, asked, List.of(), body, weight);
  }

  private void end(List<Header> common) {
    if (!method.isEmpty()) {
      List<Header> all = new ArrayList<>(headers);
      common.stream()
          .filter(field -> headers.stream().noneMatch(h -> h.name().equalsIgnoreCase(field.name())))
          .forEach(all::add);
      requests.add(new RequestSpec(method, asked, all, body, weight));
    }
    method = "";
    headers = new ArrayList<>();
    body = ByteBuffer.allocate(0);
  }

  /**
   * Reads a header such as {@code Accept: text/html}.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static Header header(String line) {
    Matcher parts = FIELD.matcher(line.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException("'%s' is no header such as 'Name: value'".formatted(line));
    }
    if (OURS.stream().anyMatch(parts.group(1)::equalsIgnoreCase)) {
      throw new IllegalArgumentException(
          "%s is set for each request, and cannot be chosen".formatted(parts.group(1)));
    }
    return new Header(parts.group(1), parts.group(2));
  }
}
