package tailgate.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.admin.Stats;

final class SampleTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"", "null", "{}", "[]", "1", "<html>", "{\"stage\": 1}", "{\"pool\": {}}"})
  void whatIsNoServersIsRefused(String text) {
    assertThatIOException().isThrownBy(() -> parse(text));
  }

  /** Each member in turn is left out, and then null: the answer is refused, or shown without it. */
  @ParameterizedTest
  @ValueSource(strings = {"threadpool-2", "adaptive-pool-2", "virtual-threads-2"})
  void whateverIsMissingIsNoMistakeOfOurs(String name) throws IOException {
    var mapper = new JsonMapper();
    Sample before = Fixtures.sample(name.replace('2', '1'));
    JsonNode whole = mapper.readTree(Fixtures.json(name));
    int shown = 0;
    int refused = 0;
    for (ObjectNode object : objects(whole)) {
      for (String member : members(object)) {
        JsonNode value = object.remove(member);
        String without = mapper.writeValueAsString(whole);
        object.putNull(member);
        String withNull = mapper.writeValueAsString(whole);
        object.set(member, value);
        for (String text : List.of(without, withNull)) {
          if (isShown(text, before)) {
            shown++;
          } else {
            refused++;
          }
        }
      }
    }
    assertThat(shown).isGreaterThan(20);
    assertThat(refused).isGreaterThan(20);
  }

  private static boolean isShown(String text, Sample before) {
    Sample now;
    try {
      now = parse(text);
    } catch (IOException e) {
      return false;
    }
    assertThat(Screen.of(Endpoint.parse("9010"), new Change(before, now), 80)).isNotEmpty();
    assertThat(Screen.of(Endpoint.parse("9010"), new Change(now, before), 80)).isNotEmpty();
    assertThat(Summary.of(new Change(before, now))).isNotEmpty();
    return true;
  }

  private static Sample parse(String text) throws IOException {
    return Sample.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> members(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** The object and all objects in it. */
  private static List<ObjectNode> objects(JsonNode node) {
    List<ObjectNode> all = new ArrayList<>();
    if (node instanceof ObjectNode object) {
      all.add(object);
    }
    node.forEach(child -> all.addAll(objects(child)));
    return all;
  }

  @Test
  void aNewerServerMayHaveMoreToSay() {
    String newer = Fixtures.json("threadpool-1").replaceFirst("\\{", "{\"mood\": {\"good\": [1]},");
    var change = new Change(null, Fixtures.parsed(newer));
    assertThat(Screen.of(Endpoint.parse("9010"), change, 80))
        .isEqualTo(
            Screen.of(Endpoint.parse("9010"), new Change(null, Fixtures.before("threadpool")), 80));
  }

  @Test
  void oneLineHasNoOther() {
    String line = Fixtures.before("threadpool").stats().toString();
    assertThat(line).startsWith("{\"timeMillis\":").doesNotContain("\n", " :");
    assertThat(Fixtures.parsed(line)).isEqualTo(Fixtures.before("threadpool"));
  }

  /** A name that changes in the server must change here too. */
  @ParameterizedTest
  @ValueSource(strings = {"threadpool-2", "adaptive-pool-2", "virtual-threads-2", "event-loop-2"})
  void theServersOfThisVersionUseTheseNames(String name) throws IOException {
    Stats stats = new JsonMapper().readValue(Fixtures.json(name), Stats.class); // knows all names
    assertThat(stats.stage().name()).isEqualTo(Fixtures.sample(name).text("/stage/name"));
  }
}
