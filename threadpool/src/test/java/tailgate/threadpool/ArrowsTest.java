package tailgate.threadpool;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import tailgate.architecture.Circles;

/** The dependencies inside the stage point one way. */
final class ArrowsTest {

  @Test
  void neitherPackagesNorClassesFormACircle() {
    Circles.assertNone("tailgate.threadpool");
  }

  @Test
  void queuesPointOnlyToTheSharedQueue() {
    classes()
        .that()
        .resideInAPackage("tailgate.threadpool.queue..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "tailgate.threadpool.queue..", "tailgate.queue..", "java..", "org.jspecify..")
        .check(
            new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("tailgate.threadpool.queue"));
  }
}
