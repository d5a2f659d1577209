package tailgate.lab.cli;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.load.RequestMix;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.RequestSpec.Header;
import tailgate.lab.url.RequestFile;

/** The options that say what is sent. */
final class LoadRequests {

  private static final Header AGENT = new Header("User-Agent", "tailgate-load");

  @Option(
      names = {"-X", "--method"},
      paramLabel = "METHOD",
      description = "the method of the requests (default: GET; with a body POST)")
  @Nullable String method;

  @Option(
      names = {"-H", "--header"},
      paramLabel = "NAME:VALUE",
      description = "a header of every request; repeat the option for several")
  List<Header> headers = List.of();

  @Option(names = "--body", paramLabel = "TEXT", description = "the body of the requests")
  @Nullable String body;

  @Option(names = "--body-file", paramLabel = "FILE", description = "a file with that body")
  @Nullable Path bodyFile;

  @Option(
      names = "--requests",
      paramLabel = "FILE",
      description =
          "several requests by weight: a line such as \"3 POST /path\" for each, then its headers,"
              + " then @FILE for its body, then an empty line")
  @Nullable Path file;

  /** Whether something else than a GET is asked for. */
  boolean areGiven() {
    return method != null || !headers.isEmpty() || body != null || bodyFile != null || file != null;
  }

  /**
   * Returns what is sent.
   *
   * @param path that is asked for, unless there is a file
   * @param target makes the target of what a file asks for, or throws an {@link
   *     IllegalArgumentException}
   * @param seed of the draws
   */
  RequestMix mix(LabCommand command, String path, UnaryOperator<String> target, long seed)
      throws IOException, LabException {
    List<Header> fields = new ArrayList<>(headers);
    if (fields.stream().noneMatch(field -> field.name().equalsIgnoreCase(AGENT.name()))) {
      fields.add(AGENT);
    }
    if (file != null) {
      if (method != null || body != null || bodyFile != null) {
        throw command.wrong("--requests leaves no use for --method, --body and --body-file");
      }
      return new RequestMix(RequestFile.read(file, fields, target), seed);
    }
    if (body != null && bodyFile != null) {
      throw command.wrong("--body and --body-file exclude each other");
    }
    byte[] bytes =
        bodyFile != null
            ? Files.readAllBytes(bodyFile)
            : Objects.requireNonNullElse(body, "").getBytes(StandardCharsets.UTF_8);
    String usual = body != null || bodyFile != null ? "POST" : "GET";
    String chosen = Objects.requireNonNullElse(method, usual);
    try {
      return RequestMix.of(new RequestSpec(chosen, path, fields, ByteBuffer.wrap(bytes), 1));
    } catch (IllegalArgumentException e) {
      throw command.wrong("--method: " + e.getMessage());
    }
  }

  /**
   * Says in a few words what is asked of whom, as {@code GET http://localhost:8080/ with Accept}.
   *
   * @param server as a URL; empty for no word on it
   */
  static String title(String server, RequestMix mix) {
    RequestSpec first = mix.requests().getFirst();
    if (mix.requests().size() > 1) {
      String at = server.isEmpty() ? "" : " at " + server;
      return format("a mix of %d requests%s", mix.requests().size(), at);
    }
    String fields =
        first.headers().stream()
            .map(Header::name)
            .filter(name -> !name.equalsIgnoreCase(AGENT.name()))
            .collect(Collectors.joining(", "));
    String with = fields.isEmpty() ? "" : " with " + fields;
    return first.method() + " " + server + first.target() + with;
  }
}
