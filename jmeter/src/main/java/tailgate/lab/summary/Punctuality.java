package tailgate.lab.summary;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tailgate.lab.load.Health;

/** How well the load generator did what it was told, over all runs, in words. */
public final class Punctuality {

  private Punctuality() {}

  /** Empty if no generator said. */
  public static Optional<String> of(List<Health> said) {
    return said.stream()
        .min(Comparator.comparingDouble(Health::delivered))
        .map(
            worst ->
                String.format(
                    Locale.ROOT,
                    "%.1f %% or more of the requests of each run left within 10 ms of when they"
                        + " were due, and the latest of all after %s ms; %d of %d runs fell behind",
                    100 * worst.delivered(),
                    SummaryTable.millis(
                        said.stream().mapToLong(Health::lagMaxMicros).max().orElse(0)),
                    said.stream().filter(Health::fellBehind).count(),
                    said.size()));
  }
}
