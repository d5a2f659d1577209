package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.util.List;
import tailgate.lab.choose.RateGate.Verdict;
import tailgate.lab.load.Text;
import tailgate.lab.results.Archive.Failure;

/** Writes what was found out as a test, in the XML of JUnit that build servers read. */
final class JUnitFile {

  private JUnitFile() {}

  /** Returns the XML: a test that failed if the rate is not held, and an error without figures. */
  static String of(CapacityReport report, List<Failure> failures) {
    UrlPlan plan = report.plan();
    String rate = plan.least() == null ? "a rate" : Capacity.rate(plan.least()) + " requests/s";
    Verdict verdict = report.verdict().orElse(Verdict.DOUBTED);
    String why = escaped(report.summary(failures));
    return format(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuite name="tailgate choose" tests="1" failures="%d" errors="%d">
          <testcase classname="%s" name="holds %s with %s">
        %s  </testcase>
        </testsuite>
        """,
        verdict == Verdict.NOT_HELD ? 1 : 0,
        verdict == Verdict.DOUBTED ? 1 : 0,
        escaped(plan.asked()),
        rate,
        plan.objective(),
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
