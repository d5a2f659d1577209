package tailgate.architecture;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packages of common whose classes point one way too. */
final class CirclesTest {

  @ParameterizedTest
  @ValueSource(strings = {
        "tailgate.admin",
        "tailgate.cli",
        "tailgate.content",
        "tailgate.content.cache",
        "tailgate.content.file",
        "tailgate.content.site",
        "tailgate.http",
        "tailgate.launcher",
        "tailgate.metrics",
        "tailgate.queue",
        "tailgate.simulation",
        "tailgate.trace",
      })
  void noClassesFormACircle(String name) {
    Circles.assertNone(name);
  }
}
