package tailgate.lab.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tailgate.lab.LabException;

/** The arms of an experiment follow from its sets, Javas, blocks and the command line. */
class ExpansionTest {

  private static final String BEGIN =
      """
      question: What is it?
      load: {users: 16, time: 5s}
      """;

  private static final String GRID =
      """
      arms:
        name: "{stage}, {size}"
        axes:
          stage: [threadpool, event-loop]
          size: {small: {path: /1}, large: {path: /2}}
      """;

  private static List<PlannedArm> arms(
      String text, Map<String, List<String>> only, Set<String> flags, int blocks)
      throws LabException {
    SequencedMap<String, Integer> javas = new LinkedHashMap<>();
    javas.put("old", 21);
    javas.put("new", 25);
    ExperimentFile file = new ExperimentReader("x.yaml").read(BEGIN + text, false, Map.of());
    return new Expansion(file, javas, only, flags, blocks).arms();
  }

  private static List<PlannedArm> arms(String text) throws LabException {
    return arms(text, Map.of(), Set.of(), 10);
  }

  private static List<String> names(String text) throws LabException {
    return arms(text).stream().map(PlannedArm::name).toList();
  }

  @Test
  void thereIsAnArmForEachCombinationInTheOrderOfTheFile() throws Exception {
    assertThat(names(GRID))
        .containsExactly(
            "threadpool, small", "threadpool, large", "event-loop, small", "event-loop, large");
  }

  @Test
  void anArmHasTheSettingsOfAllItsValues() throws Exception {
    PlannedArm arm = arms(GRID + "with: {stage: x, line: 20ms}\n").get(3);

    assertThat(arm.variation().stage()).isEqualTo("event-loop");
    assertThat(arm.variation().path()).isEqualTo("/2");
    assertThat(arm.variation().line()).isEqualTo("20ms");
    assertThat(arm.setting()).isEqualTo(Map.of("stage", "event-loop", "size", "large"));
  }

  @Test
  void argumentsAreAddedUpAndALaterOptionReplacesAnEarlierOne() throws Exception {
    PlannedArm arm =
        arms("""
        with: {arguments: --workers 8 --queue 4}
        arms:
          name: a
          with: {arguments: --workers 9}
          axes: {role: {one: {arguments: [--name, a b]}}}
        """)
            .get(0);

    assertThat(arm.variation().allArguments().all())
        .containsExactly("--queue", "4", "--workers", "9", "--name", "a b");
  }

  @Test
  void valuesStandInTheSettingsOfOtherAxes() throws Exception {
    PlannedArm arm =
        arms("""
        arms:
          name: a
          with: {arguments: "--workers {workers}", headers: {X-Size: "{workers}"}}
          axes: {workers: ["8"]}
        """)
            .get(0);

    assertThat(arm.variation().allArguments()).hasToString("--workers 8");
    assertThat(arm.variation().headers()).isEqualTo(Map.of("X-Size", "8"));
  }

  @Test
  void onlyAndExceptLeaveArmsOut() throws Exception {
    assertThat(names(GRID + "  except: {stage: event-loop, size: small}\n"))
        .containsExactly("threadpool, small", "threadpool, large", "event-loop, large");
    assertThat(names(GRID + "  only: [{stage: event-loop}, {size: small}]\n"))
        .containsExactly("threadpool, small", "event-loop, small", "event-loop, large");
  }

  @Test
  void theCommandLineSelectsBeforeTheFileAndTheFileBeforeTheSet() throws Exception {
    String text = GRID + "  usual: {size: large}\nonly: {stage: threadpool}\n";

    assertThat(names(text)).containsExactly("threadpool, large");
    assertThat(arms(text, Map.of("size", List.of("small")), Set.of(), 10))
        .extracting(PlannedArm::name)
        .containsExactly("threadpool, small");
    assertThat(arms(text, Map.of("stage", List.of("event-loop")), Set.of(), 10))
        .extracting(PlannedArm::name)
        .containsExactly("event-loop, large");
  }

  @Test
  void aNewValueIsAllowedOnlyIfAnOptionSaysSo() throws Exception {
    String text =
        """
        arms: {name: "{stage}, {users}", axes: {stage: threadpool, users: [1, 16]}}
        """;
    String open = "options: {--users: {axis: users, any-value: true, label: N, help: users}}\n";
    Map<String, List<String>> only = Map.of("users", List.of("16", "5000"));

    assertThat(arms(text, only, Set.of(), 10))
        .extracting(PlannedArm::name)
        .containsExactly("threadpool, 16");
    assertThat(arms(open + text, only, Set.of(), 10))
        .extracting(PlannedArm::name)
        .containsExactly("threadpool, 16", "threadpool, 5,000");
  }

  @Test
  void anArmIsComparedWithThatOfTheBaseIfItTakesPart() throws Exception {
    String text = GRID + "  base: {size: small}\n";

    assertThat(arms(text))
        .extracting(PlannedArm::base)
        .containsExactly(null, "threadpool, small", null, "event-loop, small");
    assertThat(arms(text + "only: {size: large}\n"))
        .extracting(PlannedArm::base)
        .containsExactly(null, null);
  }

  @Test
  void theCommandLineKeepsTheBaseOfWhatItSelects() throws Exception {
    String text = GRID + "  base: {size: small}\n";

    assertThat(arms(text, Map.of("size", List.of("large")), Set.of(), 10))
        .extracting(PlannedArm::name)
        .containsExactly(
            "threadpool, small", "threadpool, large", "event-loop, small", "event-loop, large");
  }

  @Test
  void aTwinFollowsItsArmUnlessThereIsOneBlock() throws Exception {
    String text = GRID + "  twin: {stage: event-loop}\n  twin-each: stage\n";

    assertThat(names(text))
        .containsExactly(
            "threadpool, small",
            "threadpool, large",
            "event-loop, small",
            "event-loop, small (A/A)",
            "event-loop, large");
    assertThat(arms(text, Map.of(), Set.of(), 1)).noneMatch(PlannedArm::isTwin);
  }

  @Test
  void theFirstArmIsTheTwinIfNoneMatches() throws Exception {
    assertThat(
            arms(
                GRID + "  twin: {stage: event-loop}\n",
                Map.of("stage", List.of("threadpool")),
                Set.of(),
                10))
        .extracting(PlannedArm::name)
        .containsExactly("threadpool, small", "threadpool, small (A/A)", "threadpool, large");
  }

  @Test
  void eachJavaIsAValueAndTheNewestCanBeSelected() throws Exception {
    assertThat(
            names(
                """
                arms:
                  name: "{java}, {way}"
                  axes: {java: each, way: {a: {}, b: {since: 25}}}
                  except: {java: newest, way: a}
                """))
        .containsExactly("old, a", "new, b");
  }

  @Test
  void differencesFromTheBaseAreBounded() throws Exception {
    assertThat(names(GRID + "  base: {stage: threadpool, size: small}\n  most-differences: 1\n"))
        .containsExactly("threadpool, small", "threadpool, large", "event-loop, small");
  }

  @Test
  void aServerIsSharedByTheValuesOfSomeAxes() throws Exception {
    assertThat(arms(GRID + "  same-server: size\n"))
        .extracting(PlannedArm::server)
        .containsExactly("threadpool", "threadpool", "event-loop", "event-loop");
  }

  @Test
  void aSetWithAFlagNeedsItAndRepeatsNoArm() throws Exception {
    String text =
        """
        arms:
          - {name: "{stage}", axes: {stage: threadpool}}
          - {name: "{stage}", axes: {stage: [threadpool, event-loop]}, flag: all, blocks: 3}
        """;

    assertThat(names(text)).containsExactly("threadpool");
    assertThat(arms(text, Map.of(), Set.of("all"), 10))
        .extracting(PlannedArm::name, PlannedArm::blocks)
        .containsExactly(tuple("threadpool", 10), tuple("event-loop", 3));
  }
}
