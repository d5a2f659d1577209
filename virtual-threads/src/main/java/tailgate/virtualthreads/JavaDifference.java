package tailgate.virtualthreads;

import java.lang.Runtime.Version;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The differences between versions of Java that a server takes into account, and their reasons. No
 * other class compares versions, except the launcher, which refuses those before 21. The
 * differences that only matter to users are in {@code docs/operating.md}.
 */
enum JavaDifference {

  /**
   * The pollers, which wait for the sockets of all virtual threads, are virtual threads themselves
   * ({@code -Djdk.pollerMode=2}, the default). On Java 21 they are platform threads, and there is
   * no such property.
   */
  VIRTUAL_POLLERS("22"),

  /**
   * {@code -Djdk.pollerMode=3} is known: each carrier gets a poller of its own, and {@code
   * -Djdk.readPollers} is not used.
   */
  POLLERS_OF_CARRIERS("27"),

  /**
   * A virtual thread that is notified while it begins an {@code Object.wait} with a time limit may
   * never run again (JDK-8373120). The repair was seen in 25.0.4 and in 26.0.2.
   */
  WAIT_HANGS("24", "25.0.4", "26", "26.0.2"),

  /**
   * A virtual thread that parks just after its sleep or its wait with a time limit was ended early
   * may never run again (JDK-8369227).
   */
  PARK_HANGS("25", "25.0.3", "26", "26.0.1");

  @SuppressWarnings("ImmutableEnumChecker") // a list that nobody can change
  private final List<Version> bounds;

  /**
   * Takes the first version and the one that ends it, again and again; the last may have no end.
   */
  JavaDifference(String... bounds) {
    this.bounds = Stream.of(bounds).map(Version::parse).toList();
  }

  boolean isIn(Version java) {
    return bounds.stream().filter(bound -> java.compareToIgnoreOptional(bound) >= 0).count() % 2
        == 1;
  }

  /** Says in one line that virtual threads of this version may hang; null if none are known to. */
  static @Nullable String hang(Version java) {
    String bugs =
        (WAIT_HANGS.isIn(java) ? "JDK-8373120" : "")
            + (PARK_HANGS.isIn(java) ? ", JDK-8369227" : ""); // not without the other
    return bugs.isEmpty()
        ? null
        : "virtual threads of Java %s may hang (%s): use a newer build".formatted(java, bugs);
  }
}
