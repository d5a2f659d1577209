package tailgate.lab.machine;

import java.util.List;

/**
 * What the kernel says of one process at one moment; see proc_pid_stat(5). Times are in ticks of
 * {@link ProcessorTime#TICK_MILLIS}.
 */
public final class ProcessStat {

  /** Indices of fields after the name in parentheses, which may hold anything. */
  private static final int STATE = 0;

  private static final int PARENT = 1;
  private static final int SESSION = 3;
  private static final int UTIME = 11;
  private static final int STIME = 12;
  private static final int UTIME_OF_ENDED = 13;
  private static final int STIME_OF_ENDED = 14;
  private static final int THREADS = 17;
  private static final int RSS = 21;

  private final String name;
  private final List<String> fields;

  private ProcessStat(String name, List<String> fields) {
    this.name = name;
    this.fields = fields;
  }

  /**
   * Parses the file {@code stat} of a process.
   *
   * @param stat at least up to the last field that is asked for
   */
  public static ProcessStat of(String stat) {
    int end = stat.lastIndexOf(')');
    return new ProcessStat(
        stat.substring(stat.indexOf('(') + 1, end),
        List.of(stat.substring(end + 2).strip().split(" ")));
  }

  public String name() {
    return name;
  }

  /** Returns a letter: {@code T} if the process is stopped, {@code Z} if it is a zombie. */
  public char state() {
    return fields.get(STATE).charAt(0);
  }

  public long parent() {
    return Long.parseLong(fields.get(PARENT));
  }

  /** Returns the number of the process that began the session of this one. */
  public long session() {
    return Long.parseLong(fields.get(SESSION));
  }

  /** Returns the processor time of this process since its start. */
  public double ticks() {
    return number(UTIME) + number(STIME);
  }

  /** Returns the processor time of children that have ended and were awaited. */
  public double ticksOfEnded() {
    return number(UTIME_OF_ENDED) + number(STIME_OF_ENDED);
  }

  public double threads() {
    return number(THREADS);
  }

  /** Returns the pages in memory. */
  public double pages() {
    return number(RSS);
  }

  private double number(int field) {
    return Double.parseDouble(fields.get(field));
  }
}
