package tailgate.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.admin.Stats;

final class JsonTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"", "null", "{}", "[]", "1", "<html>", "{\"stage\": 1}", "{\"pool\": {}}"})
  void whatIsNoServersIsRefused(String text) {
    assertThatThrownBy(() -> Json.sample(text))
        .isInstanceOfAny(JsonProcessingException.class, IllegalArgumentException.class);
  }

  /** Each member in turn is left out, and then null: it is refused, or shown without it. */
  @ParameterizedTest
  @ValueSource(strings = {"threadpool-2", "adaptive-pool-2", "virtual-threads-2"})
  void whateverIsMissingIsNoMistakeOfOurs(String name) throws JsonProcessingException {
    var mapper = new JsonMapper();
    Stats before = Fixtures.sample(name.replace('2', '1')).stats();
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

  private static boolean isShown(String text, Stats before) {
    try {
      Stats now = Json.sample(text).stats();
      assertThat(Screen.of(Endpoint.parse("9010"), before, now, 80)).isNotEmpty();
      assertThat(Screen.of(Endpoint.parse("9010"), now, before, 80)).isNotEmpty();
      assertThat(Summary.of(before, now)).isNotEmpty();
      return true;
    } catch (JsonProcessingException | IllegalArgumentException e) {
      return false;
    }
  }

  private static List<String> members(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** It and all in it. */
  private static List<ObjectNode> objects(JsonNode node) {
    List<ObjectNode> all = new ArrayList<>();
    if (node instanceof ObjectNode object) {
      all.add(object);
    }
    node.forEach(child -> all.addAll(objects(child)));
    return all;
  }

  @Test
  void aNewerServerMayHaveMoreToSay() throws JsonProcessingException {
    String newer = Fixtures.json("threadpool-1").replaceFirst("\\{", "{\"mood\": {\"good\": [1]},");
    assertThat(Json.sample(newer).stats()).isEqualTo(Fixtures.before("threadpool"));
  }

  @Test
  void oneLineHasNoOther() throws JsonProcessingException {
    String line = Json.oneLine(Fixtures.json("threadpool-1"));
    assertThat(line).startsWith("{\"timeMillis\":").doesNotContain("\n", " :");
    assertThat(Json.sample(line).stats()).isEqualTo(Fixtures.before("threadpool"));
  }
}
