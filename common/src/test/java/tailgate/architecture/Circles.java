package tailgate.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.function.Function;

/**
 * Checks that dependencies point one way: no circle between packages, and none between classes. A
 * nested class counts as part of its outermost class. Every module may use it for its own packages.
 * ArchUnit sees neither constants, which the compiler copies, nor Javadoc.
 *
 * <p>ArchUnit knows other classes by name only (see archunit.properties). That is enough for all
 * rules here, and reading the JDK's classes would take most of the time.
 */
public final class Circles {

  private Circles() {}

  /** The classes in this package and its sub-packages, without tests. */
  public static JavaClasses classesOf(String rootPackage) {
    return new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .importPackages(rootPackage);
  }

  /** Fails if there is a circle among the classes in this package and its sub-packages. */
  public static void assertNone(JavaClasses classes, String rootPackage) {
    check(classes, new Slices(rootPackage, "packages", JavaClass::getPackageName));
    check(classes, new Slices(rootPackage, "classes", Circles::outermost));
  }

  private static void check(JavaClasses classes, SliceAssignment assignment) {
    slices().assignedFrom(assignment).should().beFreeOfCycles().check(classes);
  }

  private static String outermost(JavaClass javaClass) {
    return javaClass.getEnclosingClass().map(Circles::outermost).orElse(javaClass.getName());
  }

  private record Slices(String rootPackage, String what, Function<JavaClass, String> name)
      implements SliceAssignment {

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
      String in = javaClass.getPackageName() + ".";
      return in.startsWith(rootPackage + ".")
          ? SliceIdentifier.of(name.apply(javaClass))
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return what + " in " + rootPackage;
    }
  }
}
