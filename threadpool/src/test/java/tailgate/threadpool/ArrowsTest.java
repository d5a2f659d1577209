package tailgate.threadpool;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import org.junit.jupiter.api.Test;
import tailgate.architecture.Arrows;

/** The dependencies inside the stage point one way. */
final class ArrowsTest {

  private static final JavaClasses CLASSES = Arrows.classesOf("tailgate.threadpool");

  @Test
  void neitherPackagesNorClassesFormACircle() {
    Arrows.assertNoCircle(CLASSES, "tailgate.threadpool");
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
        .check(CLASSES);
  }
}
