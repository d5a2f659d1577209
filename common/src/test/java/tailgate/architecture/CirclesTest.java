package tailgate.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No class depends on itself by way of others of its package. Nested classes count as one class.
 */
final class CirclesTest {

  private static final JavaClasses COMMON =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("tailgate");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "admin",
        "cli",
        "content",
        "content.cache",
        "content.file",
        "content.site",
        "http",
        "launcher",
        "metrics",
        "simulation",
        "trace",
      })
  void aPackageHasNoCircles(String name) {
    slices()
        .assignedFrom(new TopLevelClasses())
        .should()
        .beFreeOfCycles()
        .check(COMMON.that(resideInAPackage("tailgate." + name)));
  }

  /** A slice for each top-level class, with the classes that are nested in it. */
  private static final class TopLevelClasses implements SliceAssignment {

    @Override
    public String getDescription() {
      return "top-level classes";
    }

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getName().replaceAll("\\$.*", ""));
    }
  }
}
