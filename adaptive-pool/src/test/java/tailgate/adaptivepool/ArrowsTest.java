package tailgate.adaptivepool;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import org.junit.jupiter.api.Test;
import tailgate.architecture.Arrows;

/** The dependencies inside the stage point one way. */
final class ArrowsTest {

  private static final JavaClasses CLASSES = Arrows.classesOf("tailgate.adaptivepool");

  @Test
  void neitherPackagesNorClassesFormACircle() {
    Arrows.assertNoCircle(CLASSES, "tailgate.adaptivepool");
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
