package tailgate.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import tailgate.lab.evolution.Load;

/** The plan as a document; that JMeter runs it is for those who have JMeter. */
class EvolutionPlanTest {

  private static final Pattern PROPERTY = Pattern.compile("\\$\\{__P\\((\\w+),([^)]+)\\)}");

  private static Document plan;

  @BeforeAll
  static void parse() throws Exception {
    // Surefire runs in the module's folder.
    plan =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Path.of("plans/evolution.jmx").toFile());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTPSampler.domain",
        "HTTPSampler.port",
        "HTTPSampler.path",
        "HTTPSampler.connect_timeout",
        "HTTPSampler.response_timeout",
        "HTTPSampler.use_keepalive",
        "ThreadGroup.num_threads",
        "LoopController.loops"
      })
  void everyParameterIsAProperty(String name) {
    assertThat(values(name)).isNotEmpty().allMatch(value -> PROPERTY.matcher(value).matches());
  }

  @Test
  void theDefaultsAreTheProfileOfTheFirstMeasurements() {
    assertThat(defaults())
        .containsEntry("host", "127.0.0.1")
        .containsEntry("port", "8010")
        .containsEntry("path", "/data.json")
        .containsEntry("users", "10000")
        .containsEntry("rampUp", "60")
        .containsEntry("loops", "1")
        .containsEntry("keepAlive", "true")
        .containsKeys("connectTimeout", "responseTimeout", "warmUpUsers", "warmUpLoops");
  }

  @Test
  void theRunnerSetsOnlyPropertiesThatThePlanHas() {
    Path path = Path.of("any");
    JMeterRun run = new JMeterRun("java", path, path, Duration.ofSeconds(1), Duration.ofSeconds(1));

    List<String> ours =
        run.command(8010, Load.FULL, path).stream()
            .filter(option -> option.matches("-J\\w+=.*"))
            .map(option -> option.substring(2, option.indexOf('=')))
            .toList();

    assertThat(ours).contains("port", "users", "rampUp");
    assertThat(defaults()).containsKeys(ours.toArray(String[]::new));
  }

  @Test
  void onlyTheUsersRequestsHaveTheLabelThatCounts() {
    assertThat(names("HTTPSamplerProxy")).containsExactly("warm-up", JMeterRun.LABEL);
  }

  @Test
  void anythingBut200IsAnError() {
    assertThat(values("Assertion.test_field")).containsExactly("Assertion.response_code");
    assertThat(values("HTTPSampler.implementation")).containsExactly("HttpClient4");
  }

  /** By property; one that is used twice must have the same default twice. */
  private static Map<String, String> defaults() {
    return PROPERTY
        .matcher(plan.getDocumentElement().getTextContent())
        .results()
        .map(property -> Map.entry(property.group(1), property.group(2)))
        .distinct()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static List<String> values(String property) {
    return elements("*").stream()
        .filter(element -> element.getAttribute("name").equals(property))
        .map(Element::getTextContent)
        .toList();
  }

  private static List<String> names(String tag) {
    return elements(tag).stream().map(element -> element.getAttribute("testname")).toList();
  }

  private static List<Element> elements(String tag) {
    NodeList found = plan.getElementsByTagName(tag);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }
}
