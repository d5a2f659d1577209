package tailgate.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Inside {@code common}, the arrows between packages point down only, and the classes inside a
 * package form no circle. Maven sees to it that nothing here knows what is on top of {@code
 * common}; {@code ModulesTest} checks the other modules.
 *
 * <pre>
 *   server
 *    |   \
 *    |    \
 *   http   metrics
 *
 *   log (for all that log)     queue (for the stages, and for server, which knows what is refused)
 *
 *   within server:
 *                  server
 *                 /      \
 *            listen       \
 *           /      \       \
 *       stage      connection
 *                  /        \
 *              buffer     observe
 * </pre>
 */
final class ArrowsTest {

  private static final JavaClasses COMMON = Arrows.classesOf("tailgate");

  @Test
  void neitherPackagesNorClassesFormACircle() {
    Arrows.assertNoCircle(COMMON, "tailgate");
  }

  @ParameterizedTest
  @CsvSource({
    "queue, ''",
    "log, ''",
    "http, ''",
    "metrics, ''",
    "server, http metrics log queue",
    "server.stage, metrics log queue",
    "server.observe, http metrics",
    "server.buffer, http log",
    "server.connection, server.buffer server.observe http log queue",
    "server.listen, server.connection server.observe server.stage log queue",
  })
  void aPackageKnowsOnlyThoseBelowIt(String name, String below) {
    Arrows.assertKnowsOnly(COMMON, name, below);
  }

  @Test
  void theProtocolKnowsNoSocketAndNoFile() {
    noClasses()
        .that()
        .resideInAPackage("tailgate.http..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.net..", "java.nio.file..")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.nio\\.channels\\.(.*Socket.*|Selector|SelectionKey|FileChannel)")
        .check(COMMON);
  }

  @Test
  void everyPackageHasItsPlace() {
    // One that is new here is in none of the rules above.
    assertThat(COMMON.getPackage("tailgate").getSubpackages())
        .extracting(JavaPackage::getRelativeName)
        .containsExactlyInAnyOrder("http", "log", "metrics", "queue", "server");
    assertThat(COMMON.getPackage("tailgate.server").getSubpackages())
        .extracting(JavaPackage::getRelativeName)
        .containsExactlyInAnyOrder("buffer", "connection", "listen", "observe", "stage");
  }
}
