package tailgate.lab.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.report.MarkdownTable;
import tailgate.lab.summary.SummaryTable;

/** The results of a sweep by stage and number of users. */
record SweepFigures(List<SweepResult> results) {

  private static final String NONE = "–";

  /** What documents want of each run. */
  private enum Figure {
    PER_SECOND("answers/s") {
      @Override
      String of(Measurement measured) {
        return String.format(Locale.ROOT, "%,.0f", measured.perSecond());
      }
    },
    P50("P50 ms") {
      @Override
      String of(Measurement measured) {
        return latency(measured, measured.figures().p50());
      }
    },
    P99("P99 ms") {
      @Override
      String of(Measurement measured) {
        return latency(measured, measured.figures().p99());
      }
    },
    FAILED("failed") {
      @Override
      String of(Measurement measured) {
        return String.format(Locale.ROOT, "%,d", measured.figures().failed());
      }
    },
    CPU("CPU ms/request") {
      @Override
      String of(Measurement measured) {
        OptionalDouble micros = measured.cpuMicrosPerRequest();
        return micros.isEmpty()
            ? NONE
            : String.format(Locale.ROOT, "%.2f", micros.getAsDouble() / 1e3);
      }
    },
    RSS("RSS MiB") {
      @Override
      String of(Measurement measured) {
        return measured.server().knows(ServerTimeline.RSS)
            ? String.format(Locale.ROOT, "%,.0f", measured.server().peak(ServerTimeline.RSS))
            : NONE;
      }
    };

    private final String title;

    Figure(String title) {
      this.title = title;
    }

    abstract String of(Measurement measured);

    private static String latency(Measurement measured, long micros) {
      return measured.figures().count() == 0 ? NONE : SummaryTable.millis(micros);
    }
  }

  SweepFigures {
    results = List.copyOf(results);
  }

  Optional<Measurement> at(String stage, int users, boolean keepAlive) {
    return results.stream()
        .filter(result -> result.run().equals(new SweepRun(stage, users, keepAlive)))
        .map(SweepResult::measured)
        .findFirst();
  }

  /** Those of one stage, by number of users. */
  List<SweepResult> of(String stage, boolean keepAlive) {
    return results.stream()
        .filter(result -> result.run().stage().equals(stage))
        .filter(result -> result.run().keepAlive() == keepAlive)
        .sorted((a, b) -> Integer.compare(a.run().users(), b.run().users()))
        .toList();
  }

  List<String> stages() {
    return results.stream().map(result -> result.run().stage()).distinct().toList();
  }

  private List<Integer> users() {
    return results.stream().map(result -> result.run().users()).distinct().sorted().toList();
  }

  /** A row for each figure and stage, a column for each number of users. */
  MarkdownTable byUsers(boolean keepAlive) {
    List<String> head = new ArrayList<>(List.of("figure", "stage"));
    users().forEach(count -> head.add(String.format(Locale.ROOT, "%,d users", count)));
    MarkdownTable table = new MarkdownTable(2, head);
    for (Figure figure : Figure.values()) {
      for (int i = 0; i < stages().size(); i++) {
        List<String> row = new ArrayList<>(List.of(i == 0 ? figure.title : "", stages().get(i)));
        row.addAll(values(figure, stages().get(i), keepAlive));
        table.add(row);
      }
    }
    return table;
  }

  private List<String> values(Figure figure, String stage, boolean keepAlive) {
    return IntStream.range(0, users().size())
        .mapToObj(i -> at(stage, users().get(i), keepAlive).map(figure::of).orElse(NONE))
        .toList();
  }
}
