package tailgate.lab.monitor;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.machine.KernelFile;

/**
 * The log in which HotSpot writes its pauses: the collections (JEP 271) and all safepoints.
 *
 * @param file that the JVM writes; need not exist
 */
public record PauseLog(Path file) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSZ", Locale.ROOT);

  private static final Pattern LINE = Pattern.compile("\\[([^\\]]+)\\]\\s*(.*)");
  private static final Pattern PAUSE = Pattern.compile(".*Pause .* ([\\d.]+)ms");
  private static final Pattern HEAP = Pattern.compile(".* (\\d+)M->(\\d+)M\\(.*");
  private static final Pattern SAFEPOINT =
      Pattern.compile("Safepoint .*At safepoint: +(\\d+) ns.*Total: +(\\d+) ns.*");
  private static final Pattern COLLECTOR = Pattern.compile("Using .*");
  private static final Pattern PROCESSORS = Pattern.compile("CPUs: (.*)");

  public List<String> options() {
    return List.of(
        "-Xlog:gc,gc+init,safepoint:file=\"%s\":time:filecount=0"
            .formatted(file.toAbsolutePath().normalize()));
  }

  /** Returns the collector and the processors that the JVM has found; empty if it does not say. */
  String found() {
    return Stream.of(first(COLLECTOR), first(PROCESSORS))
        .flatMap(Optional::stream)
        .collect(joining(", "));
  }

  private Optional<String> first(Pattern pattern) {
    return entries().stream()
        .map(Entry::text)
        .filter(text -> pattern.matcher(text).matches())
        .findFirst();
  }

  /** Counts the pauses that ended in a stretch of time. */
  Map<Counter, Double> between(long fromEpochMillis, long toEpochMillis) {
    Map<Counter, Double> counters = new EnumMap<>(Counter.class);
    List<Entry> entries = entries();
    if (entries.isEmpty()) {
      return counters;
    }
    for (Counter counter :
        List.of(
            Counter.GC_PAUSES,
            Counter.GC_PAUSE_MILLIS,
            Counter.SAFEPOINTS,
            Counter.SAFEPOINT_MILLIS,
            Counter.LONGEST_SAFEPOINT_MILLIS,
            Counter.LONGEST_AT_SAFEPOINT_MILLIS)) {
      counters.put(counter, 0.0);
    }
    for (Entry entry : entries) {
      if (entry.isBetween(fromEpochMillis, toEpochMillis)) {
        count(entry.text, counters);
      }
    }
    return counters;
  }

  private static void count(String text, Map<Counter, Double> counters) {
    Matcher pause = PAUSE.matcher(text);
    if (pause.matches()) {
      counters.merge(Counter.GC_PAUSES, 1.0, Double::sum);
      counters.merge(Counter.GC_PAUSE_MILLIS, Double.valueOf(pause.group(1)), Double::sum);
    }
    Matcher heap = HEAP.matcher(text);
    if (pause.matches() && heap.matches()) {
      double left = Double.parseDouble(heap.group(2));
      double freed = Double.parseDouble(heap.group(1)) - left;
      counters.merge(Counter.GC_FREED_MIB, freed, Double::sum);
      counters.merge(Counter.GC_LEAST_HEAP_MIB, left, Math::min);
    }
    Matcher safepoint = SAFEPOINT.matcher(text);
    if (safepoint.matches()) {
      double atSafepoint = Double.parseDouble(safepoint.group(1)) / 1e6;
      double millis = Double.parseDouble(safepoint.group(2)) / 1e6;
      counters.merge(Counter.SAFEPOINTS, 1.0, Double::sum);
      counters.merge(Counter.SAFEPOINT_MILLIS, millis, Double::sum);
      counters.merge(Counter.LONGEST_SAFEPOINT_MILLIS, millis, Math::max);
      counters.merge(Counter.LONGEST_AT_SAFEPOINT_MILLIS, atSafepoint, Math::max);
    }
  }

  private record Entry(long epochMillis, String text) {
    boolean isBetween(long from, long to) {
      return epochMillis >= from && epochMillis <= to;
    }
  }

  private List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    for (String text : KernelFile.lines(file)) {
      Matcher line = LINE.matcher(text);
      if (line.matches()) {
        try {
          long at = OffsetDateTime.parse(line.group(1), TIME).toInstant().toEpochMilli();
          entries.add(new Entry(at, line.group(2)));
        } catch (DateTimeException e) {
          // not a line of this log
        }
      }
    }
    return entries;
  }
}
