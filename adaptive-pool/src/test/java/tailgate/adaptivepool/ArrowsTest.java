package tailgate.adaptivepool;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import tailgate.architecture.Circles;

/** The dependencies inside the stage point one way. */
final class ArrowsTest {

  @Test
  void neitherPackagesNorClassesFormACircle() {
    Circles.assertNone("tailgate.adaptivepool");
  }

  @Test
  void policiesPointToNothingElseOfTailgate() {
    classes()
        .that()
        .resideInAPackage("tailgate.adaptivepool.policy..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("tailgate.adaptivepool.policy..", "java..", "org.jspecify..")
        .check(
            new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("tailgate.adaptivepool.policy"));
  }
}
