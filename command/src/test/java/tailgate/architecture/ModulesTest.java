package tailgate.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import tailgate.log.SafeLogger;

/**
 * What Maven does not see of the five modules that a stage is built on: the arrows inside each of
 * those on top of {@code common}, whose own are in {@code ArrowsTest}, and rules for all classes.
 *
 * <pre>
 *   command       top (a program of its own) - cli - simulation     launcher
 *      |
 *   operations    supervisor - restart
 *      |
 *   observe       admin     trace
 *      |
 *   content       content - cache - file - site
 *      |
 *   common
 * </pre>
 */
final class ModulesTest {

  private static final JavaClasses ALL = Arrows.classesOf("tailgate");

  @Test
  void neitherPackagesNorClassesFormACircle() {
    Arrows.assertNoCircle(ALL, "tailgate");
  }

  @ParameterizedTest
  @CsvSource({
    "content, http metrics log",
    "content.cache, content.file content.site http metrics log",
    "content.file, content.site http",
    "content.site, http",
    "admin, server content metrics log",
    "trace, server http log",
    "restart, log",
    "supervisor, admin restart log",
    "simulation, http",
    "top, cli",
  })
  void aPackageKnowsOnlyThoseBelowIt(String name, String below) {
    Arrows.assertKnowsOnly(ALL, name, below);
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
        .check(ALL);
  }

  @Test
  void aCommandKnowsOfRestartsAndProcessesOnlyThroughItsOperation() {
    String parts = ".*\\.(Succession|SupervisedRole|Supervision)(\\$.*)?";
    noClasses()
        .that()
        .resideInAPackage("tailgate.cli")
        .and()
        .haveNameNotMatching(".*\\.Operation(\\$.*)?")
        .and()
        .haveNameNotMatching(parts)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("tailgate.restart", "tailgate.supervisor")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching(parts)
        .check(ALL);
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
        .check(ALL);
  }

  /** One word for one idea: a reader who sees a name alone knows which class it is. */
  @Test
  void noTwoClassesHaveTheSameName() {
    assertThat(ALL.stream().filter(JavaClass::isTopLevelClass).map(JavaClass::getSimpleName))
        .filteredOn(name -> !name.equals("package-info"))
        .doesNotHaveDuplicates();
  }

  /** Otherwise a class could use what another module has for itself. */
  @Test
  void noPackageIsInTwoModules() {
    Map<String, Set<String>> folders =
        ALL.stream()
            .collect(groupingBy(JavaClass::getPackageName, mapping(ModulesTest::folder, toSet())));
    assertThat(folders).hasSizeGreaterThan(15).allSatisfy((name, of) -> assertThat(of).hasSize(1));
  }

  private static String folder(JavaClass javaClass) {
    return javaClass.getSource().orElseThrow().getUri().toString().replaceFirst("[^/]*$", "");
  }

  @Test
  void everyPackageHasItsPlace() {
    // One that is new here, a stage's most likely, is in none of the rules above.
    assertThat(ALL.getPackage("tailgate").getSubpackages())
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
    assertThat(ALL.getPackage("tailgate.content").getSubpackages())
        .extracting(JavaPackage::getRelativeName)
        .containsExactlyInAnyOrder("cache", "file", "site");
  }
}
