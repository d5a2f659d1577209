package tailgate.architecture;

import org.junit.jupiter.api.Test;

/** Neither the packages of common nor the classes inside them form a circle. */
final class CirclesTest {

  @Test
  void nothingFormsACircle() {
    Circles.assertNone("tailgate");
  }
}
