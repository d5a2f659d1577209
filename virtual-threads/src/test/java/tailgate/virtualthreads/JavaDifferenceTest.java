package tailgate.virtualthreads;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Runtime.Version;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JavaDifferenceTest {

  @ParameterizedTest
  @CsvSource({
    "24, JDK-8373120",
    "25, 'JDK-8373120, JDK-8369227'",
    "25.0.2, 'JDK-8373120, JDK-8369227'",
    "25.0.3+9-LTS, JDK-8373120",
    "26+35, 'JDK-8373120, JDK-8369227'",
    "26.0.1, JDK-8373120"
  })
  void aVersionWhoseVirtualThreadsMayHangIsNamedWithTheReason(String java, String bugs) {
    assertThat(JavaDifference.hang(Version.parse(java)))
        .isEqualTo("virtual threads of Java %s may hang (%s): use a newer build", java, bugs);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "21.0.13.0.3+1-1-Debian",
        "23.0.2",
        "25.0.4.1+1-LTS",
        "25.0.5.0.3+1",
        "26.0.2.1+1",
        "27-ea+3",
        "27.0.1.0.3+1-1-Debian",
        "28-ea+18-1-Debian"
      })
  void nothingIsSaidOfTheOthers(String java) {
    assertThat(JavaDifference.hang(Version.parse(java))).isNull();
  }

  @ParameterizedTest
  @CsvSource({"21.0.13, false, false", "22, true, false", "26.0.2, true, false", "27, true, true"})
  void pollersMoveFromPlatformThreadsToVirtualThreadsAndThenToCarriers(
      String java, boolean virtual, boolean carriers) {
    Version version = Version.parse(java);
    assertThat(JavaDifference.VIRTUAL_POLLERS.isIn(version)).isEqualTo(virtual);
    assertThat(JavaDifference.POLLERS_OF_CARRIERS.isIn(version)).isEqualTo(carriers);
  }
}
