package tailgate.lab.claim;

import java.util.List;
import java.util.Optional;
import tailgate.lab.stats.Bootstrap;
import tailgate.lab.stats.Interval;
import tailgate.lab.stats.StudentInterval;

/**
 * How an interval is made.
 *
 * @param error the probability with which the interval may miss the truth
 * @param isStudents whether the interval of a mean is Student's, not the bootstrap's
 */
record Certainty(double error, boolean isStudents) {

  /** Returns the certainty of each of several statements that are to be true together. */
  Certainty ofEach(int statements) {
    return new Certainty(error / statements, isStudents);
  }

  /** Returns the interval of a geometric mean; empty if there are too few values. */
  Optional<Interval> ofMean(List<Double> values) {
    return isStudents
        ? StudentInterval.geometricMean(values, error)
        : Bootstrap.geometricMean(values, error);
  }
}
