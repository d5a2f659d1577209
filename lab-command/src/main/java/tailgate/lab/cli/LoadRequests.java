package tailgate.lab.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.load.RequestMix;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.RequestSpec.Header;
import tailgate.lab.url.RequestFile;
import tailgate.lab.url.ServerUrl;

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
      converter = HeaderConverter.class,
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

  static final class HeaderConverter extends WordedConverter<Header> {
    HeaderConverter() {
      super(RequestFile::header);
    }
  }

  /**
   * Returns what is sent.
   *
   * @param target that the user has named
   * @param seed of the draws
   */
  RequestMix mix(LabCommand command, ServerUrl target, long seed) throws IOException, LabException {
    List<Header> fields = new ArrayList<>(headers);
    if (fields.stream().noneMatch(field -> field.name().equalsIgnoreCase(AGENT.name()))) {
      fields.add(AGENT);
    }
    if (file != null) {
      if (method != null || body != null || bodyFile != null) {
        throw command.wrong("--requests leaves no use for --method, --body and --body-file");
      }
      return new RequestMix(RequestFile.read(file, fields, target::pathOf), seed);
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
      return RequestMix.of(
          new RequestSpec(chosen, target.path(), fields, ByteBuffer.wrap(bytes), 1));
    } catch (IllegalArgumentException e) {
      throw command.wrong("--method: " + e.getMessage());
    }
  }
}
