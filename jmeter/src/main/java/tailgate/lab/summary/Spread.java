package tailgate.lab.summary;

import java.util.Collection;
import java.util.List;

/**
 * One figure of several trials.
 *
 * @param values at least one, in ascending order
 */
public record Spread(List<Double> values) {

  public Spread {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("a spread is of at least one value");
    }
    values = values.stream().sorted().toList();
  }

  public static Spread of(Collection<Double> values) {
    return new Spread(List.copyOf(values));
  }

  public double least() {
    return values.get(0);
  }

  public double most() {
    return values.get(values.size() - 1);
  }
}
