package tailgate.lab.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tailgate.lab.LabException;

/** A file is read into its records, and a mistake in it is reported with its line. */
class ExperimentReaderTest {

  private static final String GOOD =
      """
      question: What does a header cost?
      parameters:
        rate: {usual: 500/s, label: RATE, help: "arrivals"}
      load: {path: /data.json, users: 64, at: "{rate}", warm-up: 5s, time: 20s}
      arms:
        - name: "{stage}, {encoding}"
          axes:
            stage: [threadpool, event-loop]
            encoding:
              none: {}
              br: {headers: {Accept-Encoding: br}}
          base: {encoding: none}
      claims:
        - says: br costs at most 5 % more
          conditions:
            figure: cpu
            of: {encoding: br}
            than: {encoding: none}
            is: at most 1.05
      quick:
        load: {time: 4s}
      """;

  private static ExperimentFile read(String text, boolean quick, Map<String, String> given)
      throws LabException {
    return new ExperimentReader("mine.yaml").read(text, quick, given);
  }

  private static ExperimentFile read(String text) throws LabException {
    return read(text, false, Map.of());
  }

  @Test
  void allThatItSaysIsRead() throws Exception {
    ExperimentFile file = read(GOOD);

    assertThat(file.question()).isEqualTo("What does a header cost?");
    assertThat(file.load().at()).isEqualTo(new Rate("500/s"));
    assertThat(file.load().time()).isEqualTo(Duration.ofSeconds(20));
    assertThat(Objects.requireNonNull(file.arms().get(0).axes().get("stage")).values())
        .containsOnlyKeys("threadpool", "event-loop");
    assertThat(file.claims().get(0).conditions().get(0).is())
        .isEqualTo(new StatedBound(StatedBound.Relation.AT_MOST, 1.05, ""));
  }

  @Test
  void theShortFormReplacesWhatItNames() throws Exception {
    LoadPlan load = read(GOOD, true, Map.of()).load();

    assertThat(load.time()).isEqualTo(Duration.ofSeconds(4));
    assertThat(load.warmUp()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void aParameterStandsWhereItsNameIs() throws Exception {
    assertThat(read(GOOD, false, Map.of("rate", "2000/s")).load().at())
        .isEqualTo(new Rate("2000/s"));
  }

  private static void assertMistake(String wrong, String right, String message) {
    assertThat(GOOD).contains(right);
    assertThatThrownBy(() -> read(GOOD.replace(right, wrong)))
        .isInstanceOf(LabException.class)
        .hasMessage(message);
  }

  @Test
  void anUnknownFieldIsNamedWithThoseThatThereAre() {
    assertMistake(
        "      thn: {encoding: none}",
        "      than: {encoding: none}",
        "mine.yaml:18: there is no \"thn\" here; there are best, figure, found, is, needs, of,"
            + " optional, than, within");
    assertMistake(
        "      figur: cpu",
        "      figure: cpu",
        "mine.yaml:16: there is no \"figur\" here; there are best, figure, found, is, needs, of,"
            + " optional, than, within");
  }

  @Test
  void aMissingFieldIsNamed() {
    assertMistake(
        "- about: x",
        "- says: br costs at most 5 % more",
        "mine.yaml:14: there is no \"about\" here; there are all-runs, conditions, each,"
            + " exploratory, group, on-page-only, origin, pair, published, says");
    assertMistake(
        "", "question: What does a header cost?\n", "mine.yaml:1: \"question\" is missing here");
  }

  @Test
  void aFigureThatThereIsNotIsNamedWithAllOthers() {
    assertThatThrownBy(() -> read(GOOD.replace("figure: cpu", "figure: perSecond")))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith(
            "mine.yaml:16: \"perSecond\" is not allowed here; there are per-second,");
  }

  @Test
  void aTableAcrossAnAxisHasFigures() {
    assertThatThrownBy(() -> read(GOOD + "table: {across: stage}\n"))
        .isInstanceOf(LabException.class)
        .hasMessageEndingWith(": a table across an axis needs \"columns\": its figures");
  }

  @Test
  void aTimeWithoutUnitIsRefused() {
    assertMistake(
        "time: 20}",
        "time: 20s}",
        "mine.yaml:4: \"20\" is not allowed here, but a time such as 20ms, 2s or 5m");
    assertMistake(
        "time: soon}",
        "time: 20s}",
        "mine.yaml:4: \"soon\" is not allowed here, but a time such as 20ms, 2s or 5m");
  }

  @Test
  void aRateThatIsNoneIsRefused() {
    assertMistake(
        "at: fast!,",
        "at: \"{rate}\",",
        "mine.yaml:4: allowed here: a rate such as 600/s, a multiple of the capacity such as 2x,"
            + " users such as 100 users, or the name of a rate");
  }

  @Test
  void phasesHaveEitherUsersOrRates() {
    String steady = "at: \"{rate}\", warm-up: 5s, time: 20s";
    String both = "phases: [{at: 2 users, time: 1s}, {at: 500/s, time: 1s}]";

    assertThatThrownBy(() -> read(GOOD.replace(steady, both)))
        .isInstanceOf(LabException.class)
        .hasMessage("mine.yaml:4: either all phases have users, such as 100 users, or none has");
    assertThatThrownBy(() -> read(GOOD.replace("{rate}", "2 users")))
        .isInstanceOf(LabException.class)
        .hasMessage("mine.yaml:4: a closed load without phases has \"users\", and no \"at\"");
  }

  @Test
  void aClaimAboutAnAxisThatThereIsNotIsRefused() {
    assertMistake(
        "of: {encodin: br}",
        "of: {encoding: br}",
        "mine.yaml:17: no axis \"encodin\"; there are encoding, part, stage");
    assertMistake(
        "of: {encoding: gzip}",
        "of: {encoding: br}",
        "mine.yaml:17: no encoding \"gzip\"; there are none, br");
  }

  @Test
  void aNameThatDoesNotTellArmsApartIsRefused() {
    assertMistake(
        "name: \"{stage}\"",
        "name: \"{stage}, {encoding}\"",
        "mine.yaml:6: without {encoding} several arms have the same name");
  }

  @Test
  void anAxisWhoseValuesChangeNothingIsRefused() {
    assertMistake(
        "encoding: [none, br]",
        """
        encoding:
                none: {}
                br: {headers: {Accept-Encoding: br}}\
        """,
        "mine.yaml:9: these values change nothing: say what each of them changes, or use"
            + " {encoding} in an argument");
  }

  @Test
  void aValueOfAnAxisMayBeOnOrOff() throws Exception {
    String switched = GOOD.replace("none", "off").replaceAll("\\bbr\\b", "on");

    assertThat(Objects.requireNonNull(read(switched).arms().get(0).axes().get("encoding")).values())
        .containsOnlyKeys("off", "on");
  }

  @Test
  void aMistakeInTheShortFormIsFoundWithoutIt() {
    assertMistake(
        "load: {tim: 4s}",
        "load: {time: 4s}",
        "mine.yaml:21: there is no \"tim\" here; there are arrivals, at, capacity, connections,"
            + " engine, give-up, least-time, main, over, path, phases, requests, tests, time,"
            + " together, users, warm-up");
  }

  @Test
  void aFieldThatStandsTwiceIsRefused() {
    assertThatThrownBy(() -> read("question: one\nquestion: two\n"))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("mine.yaml:2: Duplicate field 'question'");
  }

  @Test
  void anAliasIsRefused() {
    assertThatThrownBy(() -> read("question: &q x\nabout: *q\n"))
        .isInstanceOf(LabException.class)
        .hasMessage(
            "mine.yaml:2: an alias such as *name is not read; write it out, or put it into"
                + " \"with\"");
  }

  @Test
  void allMistakesThatAreNoMatterOfTypesAreNamedAtOnce() {
    String two =
        GOOD.replace("of: {encoding: br}", "of: {a: br}").replace("base: {encoding", "base: {b");

    assertThatThrownBy(() -> read(two))
        .isInstanceOf(LabException.class)
        .hasMessage(
            "mine.yaml:12: no axis \"b\"; there are encoding, part, stage\n"
                + "mine.yaml:17: no axis \"a\"; there are encoding, part, stage");
  }

  @Test
  void aLatencyHasAUnitAndAFactorHasNone() {
    String level =
        GOOD.replace("figure: cpu", "figure: p99").replace("      than: {encoding: none}\n", "");

    assertThatThrownBy(() -> read(level))
        .hasMessage("mine.yaml:18: a latency has a unit, as in \"at most 1.05 ms\"");
    assertMistake(
        "is: at most 2 ms",
        "is: at most 1.05",
        "mine.yaml:19: a factor has no unit, and only latencies have one");
  }

  @Test
  void aCountIsJudgedAsAShareOfTheRequests() throws Exception {
    String count =
        GOOD.replace("figure: cpu", "figure: failed")
            .replace("      than: {encoding: none}\n", "")
            .replace("is: at most 1.05", "is: below 0.1 %");

    assertThat(read(count).claims().get(0).conditions().get(0).is())
        .isEqualTo(new StatedBound(StatedBound.Relation.BELOW, 0.1, StatedBound.PERCENT));
    assertMistake(
        "is: at most 2 %",
        "is: at most 1.05",
        "mine.yaml:19: only a count of requests is judged in %: failed, or unanswered");
  }
}
