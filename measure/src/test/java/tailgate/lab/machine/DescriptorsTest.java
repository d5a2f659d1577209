package tailgate.lab.machine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tailgate.lab.LabException;

class DescriptorsTest {

  @Test
  void moreUsersThanFilesAreRefusedWithTheRemedy() {
    assertThatThrownBy(() -> Descriptors.check(5_000, 4_096))
        .isInstanceOf(LabException.class)
        .hasMessage(
            "5,000 users need as many connections, and a process may open 4,096 files; raise it"
                + " with ulimit -n 5200, or say --users");
  }

  @Test
  void moreUsersThanPortsAreRefused() {
    assertThatThrownBy(() -> Descriptors.check(40_000, 1_000_000)).hasMessageContaining("ports");
  }

  @Test
  void enoughIsEnough() {
    assertThatCode(() -> Descriptors.check(1_000, 4_096)).doesNotThrowAnyException();
  }
}
