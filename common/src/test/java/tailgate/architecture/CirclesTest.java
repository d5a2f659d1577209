package tailgate.architecture;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packages of common whose classes point one way too. */
final class CirclesTest {

  @ParameterizedTest
  @ValueSource(strings = {"tailgate.queue"})
  void noClassesFormACircle(String name) {
    Circles.assertNone(name);
  }
}
