package tailgate.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.admin.Browser;

/**
 * The page of a race in a real browser, with a race that is written for it. Skipped where there is
 * no browser, but not where CI is true.
 */
@Tag("slow")
@Timeout(300)
final class RacePageTest {

  /** What a browser has at 60 frames a second. */
  private static final double SCRIPT_MILLIS_A_FRAME = 16;

  private static final String SHOWN =
      "document.querySelector('#lane-event-loop .p99 dd').textContent";

  @TempDir static Path profile;

  /** One for all tests: it takes longer to start than a test. */
  private static @Nullable Browser browser;

  private final FakeRace race;

  /** How many errors the browser knew before the test. */
  private int known;

  RacePageTest() throws Exception {
    race = new FakeRace();
  }

  static Optional<Path> chromium() {
    Optional<Path> program = Browser.find();
    if ("true".equals(System.getenv("CI"))) {
      assertThat(program).as("chromium on the PATH").isPresent();
    }
    return program;
  }

  @BeforeAll
  static void start() throws Exception {
    Optional<Path> program = chromium();
    assumeTrue(program.isPresent(), "no chromium on the PATH");
    browser = Browser.start(program.get(), profile);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void widen() throws Exception {
    browser().size(1280, 900);
    browser().prefer(Map.of());
    known = browser().errors().size();
  }

  @AfterEach
  void closeRace() throws Exception {
    browser().open("about:blank"); // a page whose race has gone complains
    race.close();
  }

  /** The quickest of several stretches: other programs make them only slower. */
  @Test
  void drawsSixLanesOfFiveThousandRequestsASecondWithinAFrame() throws Exception {
    race.inFlight(800);
    Browser page = open("#rate=833");
    double least = Double.MAX_VALUE;
    for (int i = 0; i < 6; i++) {
      double script = page.metric("ScriptDuration");
      int drawn = page.evaluate("race.drawn").asInt();
      page.await("race.drawn > " + (drawn + 20));
      double frames = page.evaluate("race.drawn").asInt() - drawn;
      least = Math.min(least, 1000 * (page.metric("ScriptDuration") - script) / frames);
    }
    assertThat(least).isLessThan(SCRIPT_MILLIS_A_FRAME);
    assertThat(errors()).isEmpty();
  }

  @Test
  void aLinkRepeatsTheSettings() throws Exception {
    Browser page = open("#handler=wait-10ms&rate=250&stages=threadpool,event-loop");
    assertThat(race.told.getFirst())
        .startsWith("/api/settings ")
        .contains("\"handler\":\"wait-10ms\"", "\"rate\":250", "[\"threadpool\",\"event-loop\"]");
    page.await("document.getElementById('rate-text').textContent.startsWith('250 ')");
    assertThat(page.evaluate("document.getElementById('lane-threadpool').hidden").asBoolean())
        .isFalse();
    assertThat(page.evaluate("document.getElementById('lane-adaptive-pool').hidden").asBoolean())
        .isTrue();
    assertThat(page.evaluate("document.getElementById('tour').hidden").asBoolean()).isTrue();
    change(page, "connections", "new");
    page.await("location.hash.includes('connections=new') && location.hash.includes('rate=250')");
  }

  @Test
  void arrowKeysGoThroughTheTour() throws Exception {
    Browser page = open("");
    page.await(scene(1));
    page.press("ArrowRight");
    page.await(scene(2));
    page.press("ArrowLeft");
    page.await(scene(1));
    assertThat(page.evaluate("location.hash").asText()).isEqualTo("#scene=1");
    page.evaluate("document.getElementById('rate').focus()");
    page.press("ArrowRight"); // moves the slider
    Awaitility.await().until(() -> race.told.getLast().contains("\"rate\""));
    assertThat(page.evaluate(scene(1)).asBoolean()).isTrue();
    assertThat(errors()).isEmpty();
  }

  @Test
  void aDeadServerSaysWhyAndCanBeStarted() throws Exception {
    Browser page = open("#rate=100");
    race.kill("threadpool");
    page.await("document.querySelector('#lane-threadpool .dead').checkVisibility()");
    page.await(
        "document.querySelector('#lane-threadpool .dead p').textContent"
            + " === 'it was ended by signal 9'");
    page.evaluate("document.querySelector('#lane-threadpool .dead button').click()");
    Awaitility.await().until(() -> race.told.contains("/api/lanes/threadpool/start {}"));
  }

  @Test
  void saysThatTheGeneratorAndTheMachineAreTheLimit() throws Exception {
    Browser page = open("#rate=100");
    assertThat(page.evaluate("document.getElementById('limits').hidden").asBoolean()).isTrue();
    race.limit();
    page.await("document.getElementById('limits').checkVisibility()");
    assertThat(page.evaluate("document.getElementById('limits').textContent").asText())
        .contains("generator is late (P99 35 ms)", "All cores of this machine are busy (98 %)");
  }

  @Test
  void showsWhyASettingWasRefused() throws Exception {
    Browser page = open("#rate=13");
    page.await("document.getElementById('problem').checkVisibility()");
    assertThat(page.evaluate("document.getElementById('problem').textContent").asText())
        .isEqualTo("the rate must not be 13");
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void isNotWiderThanANarrowScreenAndCanStandStill(String scheme) throws Exception {
    Browser page = browser();
    page.size(400, 800);
    page.prefer(Map.of("prefers-color-scheme", scheme, "prefers-reduced-motion", "reduce"));
    open("#scene=3");
    page.await(SHOWN + " !== '–' || document.getElementById('lane-event-loop').hidden");
    assertThat(page.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(400);
    assertThat(errors()).isEmpty();
  }

  private List<String> errors() {
    List<String> all = browser().errors();
    return all.subList(known, all.size());
  }

  private Browser open(String hash) throws Exception {
    Browser page = browser();
    page.open(race.url(hash));
    page.await("[...document.querySelectorAll('.mood')].some(mood => mood.textContent)");
    return page;
  }

  private static String scene(int number) {
    return "document.getElementById('scene-number').textContent === 'Scene %d of 7'"
        .formatted(number);
  }

  private static void change(Browser page, String id, String value) throws Exception {
    page.evaluate(
        "{ const it = document.getElementById('%s'); it.value = '%s'; it.dispatchEvent(new Event('change')); }"
            .formatted(id, value));
  }

  private static Browser browser() {
    if (browser == null) {
      throw new IllegalStateException("no browser");
    }
    return browser;
  }
}
