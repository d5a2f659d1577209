package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What {@code --version} prints. {@code build/jars-test.sh} checks it on real jars. */
final class VersionProviderTest {

  private final String java = "Java " + Runtime.version();

  @Test
  void namesTheCommitOfTheJar() {
    assertThat(VersionProvider.lines("probe", "1.2.3", "0123abc-dirty"))
        .containsExactly("Tailgate probe 1.2.3", "Commit 0123abc-dirty", java);
  }

  @Test
  void namesNoCommitIfThereIsNone() {
    assertThat(VersionProvider.lines("probe", "1.2.3", null))
        .containsExactly("Tailgate probe 1.2.3", java);
  }
}
