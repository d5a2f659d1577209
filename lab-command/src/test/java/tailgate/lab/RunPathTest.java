package tailgate.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Keeps the way of a run of {@code ./tailgate compare scale} through the source short, and its list
 * in the README of this module true: a reader comes to each file from one before it.
 */
final class RunPathTest {

  private static final int MOST_FILES = 15;

  private static final Path PAGE = Path.of("README.md");
  private static final Pattern LIST =
      Pattern.compile("<!-- run-path -->\\n(.*)\\n<!-- /run-path -->", Pattern.DOTALL);
  private static final Pattern ENTRY = Pattern.compile("(?m)^\\d+\\. `(\\w+)/(\\w+)`");

  private static final JavaClasses LAB =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("tailgate.lab");

  @Test
  void aRunIsFollowedThroughFewFilesEachOfWhichIsNamedByOneBefore() throws IOException {
    List<String> path = path();

    assertThat(path).hasSizeBetween(10, MOST_FILES).doesNotHaveDuplicates();
    for (int i = 1; i < path.size(); i++) {
      String next = path.get(i);
      Set<String> before = Set.copyOf(path.subList(0, i));
      assertThat(usersOf(next)).as("who leads to " + next).containsAnyElementsOf(before);
    }
  }

  private static List<String> path() throws IOException {
    var list = LIST.matcher(Files.readString(PAGE));
    assertThat(list.find()).as("the list is marked").isTrue();
    return ENTRY
        .matcher(list.group(1))
        .results()
        .map(entry -> "tailgate.lab." + entry.group(1) + "." + entry.group(2))
        .toList();
  }

  /** Returns the files with a class that names the class, or one nested in it. */
  private static Set<String> usersOf(String name) {
    return LAB.stream()
        .filter(type -> file(type).equals(name))
        .flatMap(type -> type.getDirectDependenciesToSelf().stream())
        .map(dependency -> file(dependency.getOriginClass()))
        .collect(Collectors.toSet());
  }

  private static String file(JavaClass type) {
    return type.getName().replaceFirst("\\$.*", "");
  }
}
