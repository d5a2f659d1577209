package tailgate.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.lab.load.JsonFiles;

class RaceSettingsTest {

  @Test
  void whatIsNotNamedStays() throws IOException {
    RaceSettings settings = changed("{\"rate\": 250, \"connections\": \"new\"}");

    assertThat(settings.rate()).isEqualTo(250);
    assertThat(settings.keepAlive()).isFalse();
    assertThat(settings.handler()).isEqualTo(RaceSettings.USUAL.handler());
    assertThat(settings.stages()).hasSize(6);
  }

  @Test
  void stagesAreInTheOrderOfTheEvolutionAndOnlyOnce() throws IOException {
    assertThat(changed("{\"stages\": [\"event-loop\", \"threadpool\", \"event-loop\"]}").stages())
        .containsExactly("threadpool", "event-loop");
  }

  @Test
  void aLinkRepeatsRateAndStages() throws IOException {
    assertThat(changed("{\"rate\": 50, \"stages\": [\"threadpool\", \"event-loop\"]}").link())
        .isEqualTo("#rate=50&stages=threadpool,event-loop");
    assertThat(changed("{\"rate\": 0.5}").link()).startsWith("#rate=0.5&");
  }

  @Test
  void theRaceBeginsWithTheFirstSceneOfTheTour() {
    assertThat(RaceSettings.USUAL.with(Scenes.first()).stages())
        .containsExactly("singlethreaded", "thread-per-request");
  }

  @Test
  void whatItAnswersCanBeSentBack() throws IOException {
    RaceSettings settings = changed("{\"idle\": 20, \"seed\": 9}");

    assertThat(RaceSettings.USUAL.with(JsonFiles.tree(settings))).isEqualTo(settings);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          []                             | the settings must be a JSON object
          {"speed": 1}                   | no setting 'speed'
          {"handler": "sleep"}           | no handler 'sleep'; there are file, wait-10ms
          {"handler": 3}                 | handler must be a string
          {"rate": -1}                   | rate must be between 0 and 5000
          {"rate": 1e99}                 | rate must be between 0 and 5000
          {"rate": "fast"}               | rate must be a number
          {"rate": null}                 | rate must be a number
          {"idle": 501}                  | idle must be between 0 and 500
          {"idle": 1.5}                  | idle must be a whole number
          {"workers": 0}                 | workers must be between 1 and 256
          {"workers": 9999999999999}     | workers is too large
          {"slots": 0}                   | slots must be between 1 and 1000
          {"slowReaders": -1}            | slowReaders must be between 0 and 100
          {"connections": "some"}        | connections must be kept or new, not 'some'
          {"stages": []}                 | no stage takes part; there are singlethreaded
          {"stages": ["nginx"]}          | no stage 'nginx'; there are singlethreaded
          {"stages": "threadpool"}       | stages must be a list of strings
          {"stages": [1]}                | stages must be a list of strings
          {"seed": -1}                   | seed must be between 0 and
          """)
  void refusesWhatIsWrongAndSaysWhy(String json, String message) {
    assertThatThrownBy(() -> changed(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static RaceSettings changed(String json) throws IOException {
    return RaceSettings.USUAL.with(JsonFiles.parse(json.getBytes(StandardCharsets.UTF_8)));
  }
}
