package tailgate.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
import tailgate.lab.race.FrameTrace.Stretch;

/**
 * The page of a race in a real browser, with a race that is written for it. Skipped where there is
 * no browser, but not where CI is true.
 */
@Tag("slow")
@Timeout(300)
final class RacePageTest {

  /** What a browser has at 60 frames a second. */
  private static final double FRAME_MILLIS = 1_000.0 / 60;

  /** The name and the value of a figure. */
  private static final String MEMORY =
      "[...document.querySelector('#lane-threadpool .memory').children].map(it => it.textContent)";

  private static final String SHOWN =
      "document.querySelector('#lane-event-loop .p99 dd').textContent";

  private static final String VERDICT = "document.getElementById('progress').textContent";

  /** Whether the second promise of the scene is ticked off. */
  private static final String TICKED =
      "document.querySelectorAll('#watch li')[1].dataset.seen === 'true'";

  private static final String FOCUSED =
      "(document.activeElement.id || document.activeElement.textContent)";

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

  /**
   * By the browser's own trace, the quickest of several stretches: others can only slow it down.
   */
  @Test
  void drawsSixLanesOfFiveThousandRequestsASecondAtSixtyFramesASecond() throws Exception {
    race.inFlight(800);
    Browser page = open("#rate=833");
    page.beginTrace(FrameTrace.CATEGORIES);
    int drawn = page.evaluate("race.drawn").asInt();
    page.await("race.drawn > " + (drawn + 100));
    List<Stretch> stretches = FrameTrace.of(page.endTrace()).stretches();
    double work = stretches.stream().mapToDouble(Stretch::workMillis).min().orElseThrow();
    double perSecond = stretches.stream().mapToDouble(Stretch::perSecond).max().orElseThrow();
    assertThat(work)
        .as("milliseconds of the main thread for a frame, at %.1f frames a second", perSecond)
        .isLessThan(FRAME_MILLIS);
    assertThat(errors()).isEmpty();
  }

  @Test
  void takesNoFramesWhileNobodySeesIt() throws Exception {
    Browser page = open("#rate=100");
    assertThat(race.watchers()).isEqualTo(1);

    see(page, false);
    Awaitility.await().until(() -> race.watchers() == 0);
    see(page, true);
    Awaitility.await().until(() -> race.watchers() == 1);
    double shown = page.evaluate("race.frame.t").asDouble();
    page.await("race.frame.t > " + shown);

    page.open("about:blank");
    Awaitility.await().until(() -> race.watchers() == 0);
    assertThat(errors()).isEmpty();
  }

  /** As a browser says it of a tab in the background. */
  private static void see(Browser page, boolean isSeen) throws Exception {
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: %s, configurable: true});"
                .formatted(!isSeen)
            + "document.dispatchEvent(new Event('visibilitychange'))");
  }

  @Test
  void tellsScreenReadersWhoKeepsUpAndWhatBrokeFirst() throws Exception {
    Browser page = open("#rate=100");
    assertThat(page.evaluate("document.getElementById('voice').ariaLive").asText())
        .isEqualTo("polite");
    page.evaluate("import('/summary.js').then(it => { globalThis.Voice = it.Voice; })");
    page.await("globalThis.Voice");

    JsonNode said =
        page.evaluate(
            """
            (() => {
              const place = document.createElement('p');
              const voice = new Voice(place);
              const lane = (name, mood, text, broke = null) =>
                ({stage: {name}, verdict: {mood, text}, latest: {broke}});
              const one = lane('one', 'good', 'keeps up');
              const slow = lane('two', 'warn', 'slow', {at: 2, text: 'all 8 workers were busy'});
              const slower = lane('two', 'warn', 'slower', {at: 2, text: 'all 8 workers were busy'});
              const lost = lane('three', 'bad', '3 a second refused or failed', {at: 1, text: 'it refused'});
              const says = (lanes, seconds, limits = []) => {
                voice.hear(lanes, limits, 1000 * seconds);
                return place.textContent;
              };
              return [says([one], 0), says([one, slow], 4.9), says([one, slow], 5), says([one, slower], 60),
                says([one, slow, lost], 61), says([one], 70, [{name: 'late', text: 'The load generator is late.'}])];
            })()
            """);

    assertThat(said)
        .extracting(JsonNode::asText)
        .containsExactly(
            "one keeps up.",
            "one keeps up.",
            "1 of 2 servers keep up: one. two: slow."
                + " The first to break was two: all 8 workers were busy.",
            "1 of 2 servers keep up: one. two: slow."
                + " The first to break was two: all 8 workers were busy.",
            "1 of 3 servers keep up: one. two: slow; three: 3 a second refused or failed."
                + " The first to break was three: it refused.",
            "one keeps up. The load generator is late.");
  }

  @Test
  void eachControlHasANameAndEachPictureAText() throws Exception {
    Browser page = open("#scene=3");
    page.evaluate("document.querySelectorAll('details').forEach(it => { it.open = true; })");
    race.kill("threadpool");
    page.await("document.querySelector('#lane-threadpool .dead').checkVisibility()");

    List<String> roles = new ArrayList<>();
    for (JsonNode node : page.accessibilityTree()) {
      String role = node.at("/role/value").asText();
      if (!node.path("ignored").asBoolean() && (isFocusable(node) || role.equals("image"))) {
        roles.add(role);
        assertThat(node.at("/name/value").asText()).as(node.toString()).isNotBlank();
      }
    }
    assertThat(roles)
        .contains("button", "combobox", "slider", "spinbutton", "checkbox", "region", "image");
    assertThat(errors()).isEmpty();
  }

  private static boolean isFocusable(JsonNode node) {
    for (JsonNode property : node.path("properties")) {
      if (property.get("name").asText().equals("focusable")) {
        return property.at("/value/value").asBoolean();
      }
    }
    return false;
  }

  @Test
  void allOfItCanBeUsedWithoutAMouse() throws Exception {
    Browser page = open("#scene=7");
    Set<String> reached = new LinkedHashSet<>();
    for (int i = 0; i < 40 && !reached.contains("All figures in a table"); i++) {
      page.press("Tab");
      reached.add(page.evaluate(FOCUSED).asText());
      assertThat(page.evaluate("getComputedStyle(document.activeElement).outlineStyle").asText())
          .as("an outline around " + reached)
          .isNotEqualTo("none");
    }
    assertThat(reached)
        .contains("back", "all-six", "next", "again", "handler", "rate", "spike", "reset", "copy")
        .contains("More settings", "All figures in a table");

    page.evaluate("document.getElementById('next').focus()");
    page.press("Enter");
    page.await(scene(8));
    assertThat(page.evaluate(FOCUSED).asText()).as("next is disabled now").isEqualTo("again");
    page.press("ArrowLeft");
    page.await(scene(7));
    page.press("ArrowRight");
    page.await(scene(8));
    page.evaluate("document.querySelector('#onward a').focus()");
    page.press("Enter");
    page.await(FOCUSED + " === 'all-six'");
    page.await("document.getElementById('tour').hidden");
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
  void saysByHowMuchTheMemoryOfAServerHasGrownSinceTheReset() throws Exception {
    Browser page = open("#rate=100");
    page.await(MEMORY + "[0] === 'memory' && " + MEMORY + "[1] === '90 MiB'");
    race.memory(150L << 20);
    page.await(MEMORY + "[0] === 'memory, +60 MiB' && " + MEMORY + "[1] === '150 MiB'");
    assertThat(page.evaluate("race.frame.lanes[0].grown").asLong()).isEqualTo(60L << 20);

    page.evaluate("document.getElementById('reset').click()");

    page.await(MEMORY + "[0] === 'memory' && " + MEMORY + "[1] === '150 MiB'");
  }

  @Test
  void saysThatTheMachineIsStarvedInsteadOfAVerdictOnALane() throws Exception {
    Browser page = open("#rate=100");
    page.await("document.querySelector('#lane-threadpool .mood').textContent === 'keeps up'");
    assertThat(page.evaluate("document.getElementById('limits').hidden").asBoolean()).isTrue();
    race.starve(true);
    page.await("document.querySelector('#lane-threadpool .mood').textContent === 'no verdict'");
    assertThat(page.evaluate("document.getElementById('limits').textContent").asText())
        .startsWith("All processors of this machine are busy. So these figures say little");
  }

  /** Scene 7 expects a P99 below 100 ms of virtual-threads. */
  @Test
  void aTickFollowsFromTheFigureBesideIt() throws Exception {
    race.p99(395);
    Browser page = open("?hurry=40#scene=7");
    page.await(promise("P99 395 ms, not below 100 ms"));
    assertThat(page.evaluate(TICKED).asBoolean()).isFalse();

    race.p99(99.7); // is written as 100 ms
    page.await(promise("P99 100 ms, not below 100 ms"));
    assertThat(page.evaluate(TICKED).asBoolean()).isFalse();

    race.p99(42);
    page.await(promise("P99 42 ms, below 100 ms"));
    assertThat(page.evaluate(TICKED).asBoolean()).isTrue();
    page.await("document.querySelector('#lane-virtual-threads .p99 dd').textContent === '42 ms'");
  }

  @Test
  void aSceneHasNoVerdictWhileTheMachineIsStarvedAndOneAfterwards() throws Exception {
    race.starve(true);
    Browser page = open("?hurry=40#scene=7");
    page.await(VERDICT + ".startsWith('No verdict: this machine is starved.')");
    page.await(promise("P99 12 ms; expected: below 100 ms"));
    assertThat(page.evaluate(TICKED).asBoolean()).isFalse();

    race.starve(false);
    page.await(promise("P99 12 ms, below 100 ms"));
    assertThat(page.evaluate(VERDICT).asText()).doesNotContain("starved");
  }

  @Test
  void saysHowManyServersHaveStarted() throws Exception {
    race.starting("adaptive-pool");
    Browser page = open("#rate=100");
    page.await(
        "document.getElementById('start-text').textContent"
            + " === '5 of 6 servers have started. Still starting: adaptive-pool.'");
    race.starting(null);
    page.await("document.getElementById('start').hidden");
  }

  @Test
  void eachSceneAndAllSixServersHaveALink() throws Exception {
    Browser page = open("#scene=99");
    page.await(scene(8));
    assertThat(page.evaluate("document.getElementById('onward').innerText").asText())
        .contains("./tailgate choose");
    page.evaluate("document.querySelector('#scenes a[href=\"#scene=3\"]').click()");
    page.await(scene(3));
    assertThat(page.evaluate("document.querySelectorAll('.lane:not([hidden])').length").asInt())
        .isEqualTo(2);

    page.evaluate("document.getElementById('all-six').click()");

    page.await("document.getElementById('tour').hidden");
    page.await("document.querySelectorAll('.lane:not([hidden])').length === 6");
    Awaitility.await()
        .untilAsserted(
            () -> assertThat(race.told.getLast()).isEqualTo("/api/reset {\"restart\":true}"));
    assertThat(errors()).isEmpty();
  }

  /** What is written on a picture may neither lie on another text nor leave the picture. */
  @ParameterizedTest
  @ValueSource(ints = {1280, 800, 400})
  void labelsDoNotOverlap(int width) throws Exception {
    browser().size(width, 900);
    Browser page = open("#handler=slots&rate=100");
    page.evaluate(
        """
        {
          const kind = CanvasRenderingContext2D.prototype;
          const {clearRect, fillText} = kind;
          const labels = new Map();
          kind.clearRect = function (...area) {
            labels.set(this.canvas, []);
            clearRect.apply(this, area);
          };
          kind.fillText = function (text, x, y) {
            const box = this.measureText(text);
            if (text && labels.has(this.canvas)) labels.get(this.canvas).push({text,
              left: x - box.actualBoundingBoxLeft, right: x + box.actualBoundingBoxRight,
              top: y - box.actualBoundingBoxAscent, bottom: y + box.actualBoundingBoxDescent});
            fillText.call(this, text, x, y);
          };
          const meet = (one, other) => one.left < other.right && other.left < one.right
            && one.top < other.bottom && other.top < one.bottom;
          globalThis.labelled = () => labels.has(document.getElementById('trend')) && labels.size > 6;
          globalThis.overlaps = () => [...labels].flatMap(([canvas, all]) => all.flatMap((one, index) =>
            all.slice(0, index).filter(other => meet(one, other)).map(other => `${other.text} on ${one.text}`)
              .concat(one.left < -1 || one.right > canvas.clientWidth + 1 ? [`${one.text} is cut`] : [])));
        }
        """);
    for (int i = 0; i < 5; i++) {
      page.evaluate("document.getElementById('spike').click()");
    }
    page.await("labelled()");
    double shown = page.evaluate("race.frame.t").asDouble();
    page.await("race.frame.t > " + (shown + 1_000));

    assertThat(page.evaluate("overlaps()")).isEmpty();
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

  @Test
  void standsStillForWhoWantsNoMotion() throws Exception {
    browser().prefer(Map.of("prefers-reduced-motion", "reduce"));
    Browser page = open("#rate=833");
    page.await(SHOWN + " !== '–'");
    page.evaluate(
        """
        {
          const kind = CanvasRenderingContext2D.prototype;
          const clear = kind.clearRect;
          globalThis.draws = 0;
          globalThis.since = performance.now();
          kind.clearRect = function (...area) {
            if (this.canvas.matches('#lane-threadpool [aria-hidden]')) draws++;
            clear.apply(this, area);
          };
        }
        """);
    int drawn = page.evaluate("race.drawn").asInt();
    page.await("race.drawn > " + (drawn + 40));

    assertThat(page.evaluate("draws - (performance.now() - since) / 250").asDouble())
        .as("bars, four times a second")
        .isLessThan(2);
    assertThat(page.evaluate("draws").asInt()).isPositive();
    assertThat(page.evaluate("document.getAnimations().length").asInt()).isZero();
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
    return String.format(
        Locale.ROOT,
        "document.getElementById('scene-number').textContent === 'Scene %d of 8'",
        number);
  }

  /** The figure of the second promise. */
  private static String promise(String figure) {
    return "document.querySelectorAll('#watch .figure')[1].textContent === '%s'".formatted(figure);
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
