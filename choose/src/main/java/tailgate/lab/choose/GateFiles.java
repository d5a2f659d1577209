package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.Text;

/**
 * The files that a build wants beside the report.
 *
 * @param junit for the answer as a test; null for none
 * @param summary for a paragraph of Markdown; null for none
 */
public record GateFiles(@Nullable Path junit, @Nullable Path summary) {

  /** What is known of that which has to hold, each with the exit code of the command. */
  public enum Verdict {
    HELD(0),
    NOT_HELD(1),
    /** The figures do not say. */
    DOUBTED(3);

    private final int exitCode;

    Verdict(int exitCode) {
      this.exitCode = exitCode;
    }

    public int exitCode() {
      return exitCode;
    }
  }

  /**
   * The answer of a gate.
   *
   * @param asked what was asked of whom; it takes the place of a class in the test
   * @param test the name of the test
   * @param words a paragraph of Markdown
   */
  public record GateAnswer(String asked, String test, Verdict verdict, String words) {

    /** Returns a test in JUnit's XML. It has an error, and no failure, if nothing is known. */
    String junit() {
      String why = escaped(words);
      return format(
          """
          <?xml version="1.0" encoding="UTF-8"?>
          <testsuite name="tailgate choose" tests="1" failures="%d" errors="%d">
            <testcase classname="%s" name="%s">
          %s  </testcase>
          </testsuite>
          """,
          verdict == Verdict.NOT_HELD ? 1 : 0,
          verdict == Verdict.DOUBTED ? 1 : 0,
          escaped(asked),
          escaped(test),
          switch (verdict) {
            case HELD -> "    <system-out>" + why + "</system-out>\n";
            case NOT_HELD -> "    <failure message=\"" + why + "\"/>\n";
            case DOUBTED -> "    <error message=\"" + why + "\"/>\n";
          });
    }

    /** Escapes a text; XML has no escapes for most control characters. */
    private static String escaped(String text) {
      return Text.xml(text.replaceAll("\\p{Cntrl}", " "));
    }
  }

  public void write(GateAnswer answer) throws IOException {
    if (junit != null) {
      JsonFiles.writeText(junit, answer.junit());
    }
    if (summary != null) {
      JsonFiles.writeText(summary, answer.words() + "\n");
    }
  }
}
