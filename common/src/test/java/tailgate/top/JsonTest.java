package tailgate.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"", "null", "{}", "[]", "1", "<html>", "{\"stage\": 1}", "{\"pool\": {}}"})
  void whatIsNoServersIsRefused(String text) {
    assertThatThrownBy(() -> Json.sample(text))
        .isInstanceOfAny(JsonProcessingException.class, IllegalArgumentException.class);
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
