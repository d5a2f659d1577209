package tailgate.lab.explain;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * What a flight recording says of threads that could not go on.
 *
 * @param stops of all threads, by the operation of the JVM
 * @param pins of virtual threads that kept their carrier while they waited, by the code that waited
 * @param locks that somebody else held, by the class of the lock and the code that waited
 */
public record JvmEvents(List<Spot> stops, List<Spot> pins, List<Spot> locks) {

  /** Shorter waits are neither recorded nor counted. */
  static final Duration SHORTEST = Duration.ofMillis(1);

  /** The options of {@code JFR.start}: nothing but these three events. */
  static final List<String> SETTINGS =
      List.of(
          "settings=none",
          "+jdk.ExecuteVMOperation#enabled=true",
          "+jdk.ExecuteVMOperation#threshold=0ms",
          "+jdk.VirtualThreadPinned#enabled=true",
          "+jdk.VirtualThreadPinned#threshold=" + SHORTEST.toMillis() + "ms",
          "+jdk.VirtualThreadPinned#stackTrace=true",
          "+jdk.JavaMonitorEnter#enabled=true",
          "+jdk.JavaMonitorEnter#threshold=" + SHORTEST.toMillis() + "ms",
          "+jdk.JavaMonitorEnter#stackTrace=true");

  /** Stands for the events of a JVM that was not asked, or had none. */
  static final JvmEvents NONE = new JvmEvents(List.of(), List.of(), List.of());

  /**
   * Waits for the same.
   *
   * @param what as {@code G1CollectForAllocation}, or {@code com.example.Cache.get:42}
   */
  public record Spot(String what, int times, Duration sum, Duration longest) {

    Spot plus(Spot other) {
      return new Spot(
          what,
          times + other.times,
          sum.plus(other.sum),
          longest.compareTo(other.longest) > 0 ? longest : other.longest);
    }
  }

  /**
   * Reads a recording.
   *
   * @throws IOException if the file is none
   */
  static JvmEvents read(Path recording) throws IOException {
    Map<String, Spot> stops = new HashMap<>();
    Map<String, Spot> pins = new HashMap<>();
    Map<String, Spot> locks = new HashMap<>();
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        switch (event.getEventType().getName()) {
          case "jdk.ExecuteVMOperation" -> {
            if (event.getBoolean("safepoint")) {
              add(stops, event.getString("operation"), event);
            }
          }
          case "jdk.VirtualThreadPinned" -> add(pins, place(event), event);
          case "jdk.JavaMonitorEnter" ->
              add(locks, event.getClass("monitorClass").getName() + " at " + place(event), event);
          default -> {
            // The file has events about itself.
          }
        }
      }
    }
    return new JvmEvents(longestFirst(stops), longestFirst(pins), longestFirst(locks));
  }

  private static void add(Map<String, Spot> spots, String what, RecordedEvent event) {
    Duration took = event.getDuration();
    spots.merge(what, new Spot(what, 1, took, took), Spot::plus);
  }

  private static List<Spot> longestFirst(Map<String, Spot> spots) {
    return spots.values().stream().sorted(Comparator.comparing(Spot::sum).reversed()).toList();
  }

  /**
   * Returns the first code of a stack that is not of the JDK, or of which nothing else is known.
   */
  private static String place(RecordedEvent event) {
    RecordedStackTrace stack = event.getStackTrace();
    if (stack == null || stack.getFrames().isEmpty()) {
      return "code that the JVM does not name";
    }
    return stack.getFrames().stream()
        .filter(frame -> !isOfJdk(frame.getMethod()))
        .findFirst()
        .map(frame -> name(frame.getMethod()) + ":" + frame.getLineNumber())
        .orElse(name(stack.getFrames().get(0).getMethod()));
  }

  private static boolean isOfJdk(RecordedMethod method) {
    return method.getType().getName().matches("(java|javax|jdk|sun)\\..*");
  }

  private static String name(RecordedMethod method) {
    return method.getType().getName() + "." + method.getName();
  }
}
