package tailgate.restart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class OwnCommandTest {

  @Test
  void argumentsEndWithNulAndMayBeEmpty() {
    assertThat(OwnCommand.parse("java\0-jar\0a b.jar\0\0--root\0ä\0"))
        .containsExactly("java", "-jar", "a b.jar", "", "--root", "ä");
  }

  @Test
  void isThatOfThisProcess() throws Exception {
    assertThat(OwnCommand.read()).hasSizeGreaterThan(1).first().asString().contains("java");
  }
}
