package tailgate.lab;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tailgate.lab.experiment.Experiment;

/**
 * The lab's rooms, and that each knows only those on lower floors. Maven keeps the modules apart;
 * this is about the packages inside of them.
 */
final class RoomsTest {

  private static final List<String> EXPERIMENTS = List.of("choose", "compare", "selfcheck");

  /** The highest first. */
  private static final List<List<String>> FLOORS =
      List.of(
          // lab-command
          List.of("cli"),
          List.of("source", "explain"),
          // race, choose and lab
          List.of("race", "machines", "change", "bench"),
          EXPERIMENTS,
          List.of("experiment"),
          List.of("results", "claim"),
          List.of("summary"),
          List.of("report", "plan"),
          // jmeter and measure
          List.of("jmeter"),
          List.of("run"),
          List.of("line", "remote"),
          List.of("candidate", "process", "monitor"),
          List.of("machine"),
          List.of("project"),
          // load
          List.of("export"),
          List.of("url"),
          List.of("hyperfoil"),
          List.of("echo"),
          List.of("load", "stats"));

  private static final JavaClasses LAB =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("tailgate.lab");

  /** Their numbers, from above. */
  static IntStream floors() {
    return IntStream.range(0, FLOORS.size());
  }

  @ParameterizedTest
  @MethodSource("floors")
  void aRoomKnowsOnlyThoseOnLowerFloors(int floor) {
    List<String> below =
        FLOORS.subList(floor + 1, FLOORS.size()).stream().flatMap(List::stream).toList();
    for (String room : FLOORS.get(floor)) {
      String[] known =
          Stream.of(
                  Stream.of("tailgate.lab", packageOf(room)),
                  below.stream().map(RoomsTest::packageOf))
              .flatMap(names -> names)
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(packageOf(room))
          .should()
          .dependOnClassesThat(
              resideInAPackage("tailgate.lab..").and(not(resideInAnyPackage(known))))
          .check(LAB);
    }
  }

  /** A class is named by the class that it is nested in. */
  private static final SliceAssignment TOP_LEVEL_CLASSES =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          return SliceIdentifier.of(type.getName().replaceFirst("\\$.*", ""));
        }

        @Override
        public String getDescription() {
          return "top-level classes";
        }
      };

  @Test
  void noClassesStandInACircle() {
    slices().assignedFrom(TOP_LEVEL_CLASSES).should().beFreeOfCycles().check(LAB);
  }

  /** One word for one idea: a reader who sees a name alone knows which class it is. */
  @Test
  void noTwoClassesHaveTheSameNameNorThatOfOneOfTheServers() {
    JavaClasses all =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("tailgate");
    assertThat(all.stream().filter(JavaClass::isTopLevelClass).map(JavaClass::getSimpleName))
        .filteredOn(name -> !name.equals("package-info"))
        .hasSizeGreaterThan(500)
        .doesNotHaveDuplicates();
  }

  @Test
  void whatStandsInNoRoomKnowsNobody() {
    noClasses()
        .that()
        .resideInAPackage("tailgate.lab")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("tailgate.lab.*..")
        .check(LAB);
  }

  @Test
  void everyRoomIsOnAFloor() {
    assertThat(LAB.getPackage("tailgate.lab").getSubpackages())
        .extracting(JavaPackage::getRelativeName)
        .containsExactlyInAnyOrderElementsOf(FLOORS.stream().flatMap(List::stream).toList());
  }

  /** The experiments, their ways of measuring, and what these have in common. */
  private static final DescribedPredicate<JavaClass> MEASURES =
      assignableTo(Experiment.class)
          .or(assignableTo(Experiment.Procedure.class))
          .or(simpleName("VariantServers"))
          .or(simpleName("BaseRate"))
          .or(simpleName("LoadReader"))
          .or(simpleName("PhaseReader"));

  @Test
  void whatAnExperimentPlansAndFindsStartsNothing() {
    noClasses()
        .that()
        .resideInAnyPackage(EXPERIMENTS.stream().map(RoomsTest::packageOf).toArray(String[]::new))
        .and(not(belongTo(MEASURES)))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packageOf("run"), packageOf("process"))
        .check(LAB);
  }

  private static String packageOf(String room) {
    return "tailgate.lab." + room + "..";
  }
}
