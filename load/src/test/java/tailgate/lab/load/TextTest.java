package tailgate.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTest {

  @Test
  void sentencesWrapAtTheColumnsOfTheTerminal() {
    StringBuilder text = new StringBuilder();

    Text.paragraph(text, "- ", "Latencies count from when a request was due.", 20);

    assertThat(text).hasToString("- Latencies count\n  from when a\n  request was due.\n");
  }
}
