package tailgate.adaptivepool;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import org.junit.jupiter.api.Test;
import tailgate.architecture.Circles;

/** The dependencies inside the stage point one way. */
final class ArrowsTest {

  private static final JavaClasses CLASSES = Circles.classesOf("tailgate.adaptivepool");

  @Test
  void neitherPackagesNorClassesFormACircle() {
    Circles.assertNone(CLASSES, "tailgate.adaptivepool");
  }

  @Test
  void policiesPointToNothingElseOfTailgate() {
    classes()
        .that()
        .resideInAPackage("tailgate.adaptivepool.policy..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("tailgate.adaptivepool.policy..", "java..", "org.jspecify..")
        .check(CLASSES);
  }
}
