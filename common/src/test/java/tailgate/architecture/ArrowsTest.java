package tailgate.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import tailgate.log.SafeLogger;

/**
 * The arrows between packages point down only, and the classes inside a package form no circle.
 *
 * <pre>
 *           cli - top (a program of its own)
 *         /  | \
 * supervisor |  \
 *      |  \  |   \
 *      | restart  \
 * admin, trace |   simulation
 *      |      |    |
 *   server    |    |
 *    |   \    |    |
 *    |   content   |
 *    |       \     |
 *   metrics   +- http
 *
 *   log (for all that log)     queue (for the stages, and for server and cli, which know
 *                                     what is refused)
 *
 *   within content: content - cache - file - site
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

  private static final String[] SERVER_ROOMS = {
    "buffer", "connection", "listen", "observe", "stage"
  };

  private static final JavaClasses COMMON = Circles.classesOf("tailgate");

  @Test
  void neitherPackagesNorClassesFormACircle() {
    Circles.assertNone(COMMON, "tailgate");
  }

  @ParameterizedTest
  @CsvSource({
    "queue, ''",
    "log, ''",
    "http, ''",
    "metrics, ''",
    "content, http log",
    "content.site, http",
    "content.file, content.site http",
    "content.cache, content.file content.site http log",
    "simulation, http",
    "server, http metrics log queue",
    "server.stage, metrics log queue",
    "server.observe, http metrics",
    "server.buffer, http log",
    "server.connection, server.buffer server.observe http log queue",
    "server.listen, server.connection server.observe server.stage log queue",
    "admin, server content metrics log",
    "trace, server http log",
    "restart, log",
    "supervisor, admin restart log",
    "top, cli",
    "cli, supervisor restart admin trace server simulation content http metrics log queue",
  })
  void aPackageKnowsOnlyThoseBelowIt(String name, String below) {
    String[] known =
        Stream.concat(Stream.of(name), Stream.of(below.split(" ")).filter(b -> !b.isEmpty()))
            .map(ArrowsTest::packageOf)
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(packageOf(name))
        .should()
        .dependOnClassesThat(resideInAPackage("tailgate..").and(not(resideInAnyPackage(known))))
        .check(COMMON);
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
  void theLauncherKnowsNobody() {
    // It runs where nothing else of Tailgate can be loaded.
    classes()
        .that()
        .resideInAPackage("tailgate.launcher..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("tailgate.launcher..", "java..")
        .check(COMMON);
  }

  /** Not even a class that only serves requests: its thread may serve others afterwards. */
  @Test
  void noClassHasALoggerThatMayThrow() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(SafeLogger.class)
        .should()
        .dependOnClassesThat()
        .areAssignableTo(LoggerFactory.class)
        .check(COMMON);
  }

  /** One word for one idea: a reader who sees a name alone knows which class it is. */
  @Test
  void noTwoClassesHaveTheSameName() {
    assertThat(COMMON.stream().filter(JavaClass::isTopLevelClass).map(JavaClass::getSimpleName))
        .filteredOn(name -> !name.equals("package-info"))
        .doesNotHaveDuplicates();
  }

  @Test
  void everyPackageHasItsPlace() {
    // One that is new here, a stage's most likely, is in none of the rules above.
    assertThat(COMMON.getPackage("tailgate").getSubpackages())
        .extracting(JavaPackage::getRelativeName)
        .containsExactlyInAnyOrder(
            "admin",
            "cli",
            "content",
            "http",
            "launcher",
            "log",
            "metrics",
            "queue",
            "restart",
            "server",
            "simulation",
            "supervisor",
            "top",
            "trace");
    assertThat(COMMON.getPackage("tailgate.content").getSubpackages())
        .extracting(JavaPackage::getRelativeName)
        .containsExactlyInAnyOrder("cache", "file", "site");
    assertThat(COMMON.getPackage("tailgate.server").getSubpackages())
        .extracting(JavaPackage::getRelativeName)
        .containsExactlyInAnyOrder(SERVER_ROOMS);
  }

  private static String packageOf(String name) {
    return "tailgate." + name + "..";
  }
}
