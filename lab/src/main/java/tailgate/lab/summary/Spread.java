package tailgate.lab.summary;

import java.util.Collection;
import java.util.List;

/**
 * The values that one figure has in several trials.
 *
 * @param values at least one value, in ascending order
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
