package tailgate.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Checks that dependencies point one way: no circle between packages, and none between classes. A
 * nested class counts as part of its outermost class. Every module may use it for its own packages.
 * ArchUnit sees neither constants, which the compiler copies, nor Javadoc.
 *
 * <p>ArchUnit knows other classes by name only (see archunit.properties). That is enough for all
 * rules here, and reading the JDK's classes would take most of the time.
 */
public final class Arrows {

  private Arrows() {}

  /** The classes in this package and its sub-packages, of all modules, without tests. */
  public static JavaClasses classesOf(String rootPackage) {
    return new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .withImportOption(location -> !location.contains("-tests.jar"))
        .importPackages(rootPackage);
  }

  /** Fails if there is a circle among the classes in this package and its sub-packages. */
  public static void assertNoCircle(JavaClasses classes, String rootPackage) {
    check(classes, new Slices(rootPackage, "packages", JavaClass::getPackageName));
    check(classes, new Slices(rootPackage, "classes", Arrows::outermost));
  }

  /**
   * Fails if a class in this package knows a class of Tailgate that is in none of those below it.
   *
   * @param name of the package, without {@code tailgate.}; includes its sub-packages
   * @param below names of the packages below, with blanks between them
   */
  public static void assertKnowsOnly(JavaClasses classes, String name, String below) {
    String[] known =
        Stream.concat(Stream.of(name), Stream.of(below.split(" ")).filter(b -> !b.isEmpty()))
            .map(Arrows::packageOf)
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(packageOf(name))
        .should()
        .dependOnClassesThat(resideInAPackage("tailgate..").and(not(resideInAnyPackage(known))))
        .check(classes);
  }

  private static String packageOf(String name) {
    return "tailgate." + name + "..";
  }

  private static void check(JavaClasses classes, SliceAssignment assignment) {
    slices().assignedFrom(assignment).should().beFreeOfCycles().check(classes);
  }

  private static String outermost(JavaClass javaClass) {
    return javaClass.getEnclosingClass().map(Arrows::outermost).orElse(javaClass.getName());
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
