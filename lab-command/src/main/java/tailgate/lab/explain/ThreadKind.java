package tailgate.lab.explain;

import java.util.Arrays;
import java.util.regex.Pattern;

/** What a thread of a JVM is for, as its name says; HotSpot gives these names in all versions. */
public enum ThreadKind {
  COMPILER("the JVM's compilers", "C[12] Compiler.*"),
  COLLECTOR(
      "the collector",
      "G1 .*|GC Thread.*|Shenandoah.*|Z(Director|Driver|Stat|Uncommitter|Unmapper|Worker).*"),
  CARRIER("carriers of virtual threads", "ForkJoinPool-1-worker-.*"),
  POLLER(
      "pollers and timers of virtual threads",
      "(Master|Read|Write)-?Poller.*|VirtualThread-unpark.*|ForkJoinPool-1-delay.*"),
  JVM(
      "the JVM itself",
      "VM .*|Signal Dispatch.*|Monitor Deflat.*|Service Thread|Reference Handl.*|Finalizer"
          + "|Common-Cleaner|Notification.*|Attach Listener|JFR .*|DestroyJavaVM|java"),
  APPLICATION("the application", ".*");

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private final String words;
  private final Pattern names;

  ThreadKind(String words, String names) {
    this.words = words;
    this.names = Pattern.compile(names);
  }

  static ThreadKind of(String thread) {
    return Arrays.stream(values())
        .filter(kind -> kind.names.matcher(thread).matches())
        .findFirst()
        .orElse(APPLICATION);
  }

  String words() {
    return words;
  }

  /** Returns whether such threads do what requests ask for. */
  boolean serves() {
    return this == CARRIER || this == APPLICATION;
  }

  /** Returns what this thread is called together with those that do the same. */
  String group(String thread) {
    return this == APPLICATION ? NUMBER.matcher(thread).replaceAll("*") : words;
  }
}
