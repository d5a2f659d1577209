package tailgate.metrics;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that a component of a record is one of the statistics of a server: what the sum over
 * several processes is, and what Prometheus calls it. {@code /stats} and JMX have it under the name
 * of the component. So a new statistic is one component with this annotation.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Statistic {

  /** What several processes have together, and what a process leaves behind when it ends. */
  enum Kind {
    /** Counts what happens. Counts are added, and remain when a process ends. */
    COUNTER,

    /**
     * A present value. Values are added, or one {@code true} is enough. A process that has ended
     * has none: 0, false, or null where it may be absent.
     */
    GAUGE,

    /** What all processes share, such as processors: the highest value, which remains. */
    SHARED,

    /** A list of records, each with a name first. Those of the same name are added, and remain. */
    BY_NAME,

    /**
     * A list of records, each with a time first. The latest ones are kept while they are recent.
     */
    LATEST
  }

  /** How it is added. */
  Kind kind() default Kind.COUNTER;

  /** The name in Prometheus, for a counter without {@code _total}; empty if it is not there. */
  String name() default "";

  /** What it means, in one sentence for Prometheus. */
  String help() default "";

  /** Whether the value is in nanoseconds; Prometheus has it in seconds. */
  boolean nanos() default false;

  /** The label whose values are the keys of the component, which is a map. */
  String label() default "";

  /** Other labels, names and values in turn. */
  String[] labels() default {};

  /** The component to which the value is added when a process ends; empty for none. */
  String endsAs() default "";
}
