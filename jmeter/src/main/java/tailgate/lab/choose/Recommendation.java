package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A choice in words, each of them from figures.
 *
 * @param advice what to take, in a sentence or two
 * @param why it is so
 * @param certainty how sure it is
 * @param changes what would change it
 */
record Recommendation(
    String advice, List<String> why, List<String> certainty, List<String> changes) {

  static Recommendation of(ChoosePlan plan, List<Row> rows, OptionalDouble noise) {
    Choice choice = Choice.of(rows, plan.pace().resolution(), noise);
    if (choice.pick().isEmpty() || choice.best().isEmpty()) {
      return nothing(plan, rows);
    }
    Reasons words = new Reasons(plan, rows, choice, choice.pick().get(), choice.best().get());
    return new Recommendation(words.advice(), words.why(), words.certainty(noise), words.changes());
  }

  private static Recommendation nothing(ChoosePlan plan, List<Row> rows) {
    String least =
        rows.stream()
            .min(Comparator.comparingDouble(Row::heldMicros))
            .map(
                row ->
                    format(
                        "The fastest half of the requests took %s with %s, at the lowest rate that"
                            + " was tried.",
                        Reasons.millis(row.heldMicros()), row.name()))
            .orElse("Nothing was measured.");
    return new Recommendation(
        "No model keeps %s at any rate that was tried.".formatted(plan.objective()),
        List.of(least),
        List.of(),
        List.of("A handler that takes less time, or an objective that allows more."));
  }
}
