package tailgate.threadpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tailgate.server.RawClient;

/**
 * Keeps the way of a cached GET through the source short, and its list in {@code
 * docs/architecture.md} true. {@link ReadingPath} says what is counted, and {@link CallRecorder}
 * how it is recorded.
 *
 * <p>The list is written to {@code threadpool/target/reading-path.txt} each time. With {@code
 * -Dreading.path.write=true} it is also written into the page:
 *
 * <pre>
 *   mvn test -pl threadpool -am -Dtest=ReadingPathTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dreading.path.write=true
 * </pre>
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ReadingPathTest {

  private static final int MOST_HOPS = 50;
  private static final int MOST_FILES = 22;
  private static final int MOST_RETURNS_TO_A_FILE = 3;

  private static final List<String> THREADS = List.of("tailgate-reactor-1", "threadpool-worker-1");
  private static final int ATTEMPTS = 24;
  private static final Duration SETTLE = Duration.ofMillis(200);

  /** It is on the path of the first response of a second only. */
  private static final String DATE_FIELD = "tailgate/http/DateField.java";

  private static final Path LIST = Path.of("target", "reading-path.txt");
  private static final Path PAGE = Path.of("..", "docs", "architecture.md");
  private static final String BEGIN = "<!-- reading-path -->";
  private static final String END = "<!-- /reading-path -->";

  private ReadingPath path = new ReadingPath(List.of());

  @BeforeAll
  void recordOneRequest(@TempDir Path root) throws IOException, InterruptedException {
    for (String module : List.of("jdk.jdi", "jdk.jdwp.agent")) {
      assumeTrue(
          ModuleFinder.ofSystem().find(module).isPresent(),
          "the Java that runs the tests has no module " + module);
    }
    Files.writeString(root.resolve("a.txt"), "alpha");
    try (var stage = new DebuggedStage(root);
        var recorder = new CallRecorder(stage.debugPort(), THREADS);
        var client = new RawClient(stage.address())) {
      client.get("/a.txt").read(); // loads the file and most classes
      path = usualPath(recorder, client);
    }
    Files.createDirectories(LIST.getParent());
    Files.writeString(LIST, path.text());
  }

  /**
   * The path that two requests in a row took: something rare may have happened to a single one.
   * Each follows another request at once, so that the date of the current second is formatted
   * already. If a new second has begun in between, the recording shows that, and does not count.
   */
  private static ReadingPath usualPath(CallRecorder recorder, RawClient client)
      throws IOException, InterruptedException {
    ReadingPath last = new ReadingPath(List.of());
    for (int i = 0; i < ATTEMPTS; i++) {
      client.get("/a.txt").read();
      Thread.sleep(SETTLE); // the recorder needs idle threads, and the worker has more to do
      ReadingPath path = path(recorder, client);
      if (path.equals(last) && !path.files().contains(DATE_FIELD)) {
        return path;
      }
      last = path;
    }
    throw new AssertionError("no two requests in a row took the same path within a second");
  }

  private static ReadingPath path(CallRecorder recorder, RawClient client)
      throws IOException, InterruptedException {
    return ReadingPath.of(
        recorder.record(() -> assertThat(client.get("/a.txt").read().text()).isEqualTo("alpha")));
  }

  @Test
  void aCachedGetHasAShortPath() {
    assertThat(path.hops()).as(path.text()).hasSizeBetween(1, MOST_HOPS);
    assertThat(path.files()).as("files").hasSizeLessThanOrEqualTo(MOST_FILES);
    assertThat(path.returns())
        .allSatisfy(
            (file, returns) ->
                assertThat(returns)
                    .as("returns to %s", file)
                    .isLessThanOrEqualTo(MOST_RETURNS_TO_A_FILE));
  }

  @Test
  void thePageShowsThePath() throws IOException {
    assumeTrue(Files.exists(PAGE), "there is no " + PAGE);
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    assertThat(end).as("a list between %s and %s", BEGIN, END).isGreaterThanOrEqualTo(begin);
    String list = "\n```text\n" + path.text() + "```\n";
    if (Boolean.getBoolean("reading.path.write")) {
      Files.writeString(PAGE, page.substring(0, begin) + list + page.substring(end));
    } else {
      assertThat(page.substring(begin, end))
          .as("%s: bring it up to date with -Dreading.path.write=true", PAGE)
          .isEqualTo(list);
    }
  }
}
