package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.metrics.PoolGauges;
import tailgate.metrics.PoolStatistics;
import tailgate.metrics.RequestMetrics;
import tailgate.server.RawClient;

/** The live page in a real browser. Skipped where there is none, but not where CI is true. */
@Tag("slow")
final class LivePageTest {

  private static final PoolGauges POOL = () -> PoolStatistics.pool(3, 2, 1, 9, 4, 5);
  private static final String READY = "document.body.dataset.state === 'ready'";
  private static final String TOTAL =
      "Number(document.querySelector('#card-requests .rest').textContent"
          + ".replace(/ in all.*/, '').replaceAll(',', ''))";

  private final RequestMetrics metrics = new RequestMetrics(System::nanoTime);

  @TempDir Path root;

  @TempDir Path profile;

  private @Nullable WatchedServer watched;
  private @Nullable Browser browser;

  @BeforeEach
  void start() throws Exception {
    Optional<Path> program = Browser.find();
    if (!"true".equals(System.getenv("CI"))) {
      assumeTrue(program.isPresent(), "no chromium on the PATH");
    }
    Files.writeString(root.resolve("a.txt"), "alpha");
    browser =
        Browser.start(
            program.orElseThrow(() -> new AssertionError("no chromium on the PATH")), profile);
  }

  @AfterEach
  void stop() throws Exception {
    if (browser != null) {
      browser.close();
    }
    if (watched != null) {
      watched.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1280, 400})
  void itsNumbersMoveUnderLoad(int width) throws Exception {
    Browser page = open(metrics, POOL, width);
    page.await(READY);
    page.await(drawn("rate") + ".length >= 2");
    long before = page.evaluate(TOTAL).asLong();

    load(50);
    page.await(TOTAL + " === " + (before + 50));
    page.await(drawn("rate") + ".some(point => point.y > 0)");
    page.await(drawn("latency") + ".some(point => point.y > 0)");
    page.await("/^[\\d.]+ (ns|µs|ms|s)$/.test(document.querySelector('#card-p99 b').textContent)");

    for (String chart :
        new String[] {"wait", "workers", "queue", "connections", "cache", "cores", "memory"}) {
      assertThat(isShown(page, "#chart-" + chart)).as(chart).isTrue();
    }
    assertThat(text(page, "#card-workers .figure")).isEqualTo("2 of 3");
    assertThat(text(page, "#card-queue .figure")).isEqualTo("4 of 5");
    assertThat(page.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(width);
    assertThat(page.errors()).isEmpty();
  }

  @Test
  void saysThatTheConnectionIsLostAndFindsItAgain() throws Exception {
    Browser page = open(metrics, POOL, 1280);
    page.await(READY);
    WatchedServer before = watched();
    int port = before.admin().getPort();
    before.management().close();
    page.await("document.body.dataset.state === 'lost'");
    assertThat(text(page, "#state")).isEqualTo("Connection lost, trying again");

    load(7);
    Management again = WatchedServer.watch(before.server(), metrics, port);
    watched = new WatchedServer(before.server(), again);
    page.await(READY);
    page.await(TOTAL + " === 7");
    again.drain();
    page.await("document.getElementById('state').textContent.startsWith('Draining')");
  }

  @Test
  void canBePausedByKeyboard() throws Exception {
    Browser page = open(metrics, POOL, 1280);
    page.await(drawn("rate") + ".length >= 1");
    focus(page, "pause");
    page.press("Enter");
    page.await("document.getElementById('pause').getAttribute('aria-pressed') === 'true'");
    load(3);
    page.evaluate(
        "window.spy = new EventSource('/events');"
            + "spy.onmessage = event => { spy.total = JSON.parse(event.data).requests.total; }; 0");
    page.await("spy.total === 3"); // so the page was told, too
    assertThat(page.evaluate(TOTAL).asInt()).isZero();

    page.press("Enter");
    page.await(TOTAL + " === 3");
    assertThat(page.errors()).isEmpty();
  }

  @Test
  void saysWhatIsNotMeasuredAndShowsNoPoolWhereThereIsNone() throws Exception {
    Browser page = open(null, PoolGauges.NONE, 1280);
    page.await(drawn("connections") + ".length >= 2");
    assertThat(isShown(page, "#unmeasured")).isTrue();
    for (String none : new String[] {"rate", "latency", "wait", "workers", "queue"}) {
      assertThat(isShown(page, "#chart-" + none)).as(none).isFalse();
    }
    assertThat(isShown(page, "#card-requests")).isFalse();
    assertThat(isShown(page, "#card-workers")).isFalse();
    assertThat(page.errors()).isEmpty();
  }

  private Browser open(@Nullable RequestMetrics measured, PoolGauges pool, int width)
      throws Exception {
    watched = WatchedServer.start(root, measured, pool);
    Browser page = browser();
    page.size(width, 900);
    page.open("http://127.0.0.1:" + watched.admin().getPort() + "/");
    return page;
  }

  private void load(int requests) throws IOException {
    try (RawClient client = watched().server().connect()) {
      for (int i = 0; i < requests; i++) {
        client.get("/a.txt").read();
      }
    }
  }

  /** What a chart has drawn of its first line. */
  private static String drawn(String chart) {
    return "(Chart.getChart(document.querySelector('#chart-%s canvas'))?.data.datasets[0].data ?? [])"
        .formatted(chart);
  }

  private static void focus(Browser page, String id) throws Exception {
    for (int tabs = 0; tabs < 50; tabs++) {
      page.press("Tab");
      if (page.evaluate("document.activeElement.id").asText().equals(id)) {
        assertThat(page.evaluate("document.activeElement.matches(':focus-visible')").asBoolean())
            .isTrue();
        return;
      }
    }
    throw new AssertionError("the keyboard does not come to " + id);
  }

  private static boolean isShown(Browser page, String selector) throws Exception {
    return page.evaluate("document.querySelector('" + selector + "').checkVisibility()")
        .asBoolean();
  }

  private static String text(Browser page, String selector) throws Exception {
    return page.evaluate("document.querySelector('" + selector + "').textContent").asText();
  }

  private WatchedServer watched() {
    return Objects.requireNonNull(watched);
  }

  private Browser browser() {
    return Objects.requireNonNull(browser);
  }
}
