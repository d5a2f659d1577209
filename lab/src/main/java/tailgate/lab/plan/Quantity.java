package tailgate.lab.plan;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.Locale;

/**
 * A figure that a column can show or a claim can compare. {@code docs/method.md} says how each is
 * measured.
 */
public enum Quantity {
  PER_SECOND("answers/s", Unit.NUMBER, Scope.BOTH),
  FAILED("failed", Unit.EXACT, Scope.BOTH),
  UNANSWERED("unanswered", Unit.EXACT, Scope.BOTH),
  P50("P50 ms", Unit.LATENCY, Scope.BOTH),
  P90("P90 ms", Unit.LATENCY, Scope.BOTH),
  P95("P95 ms", Unit.LATENCY, Scope.BOTH),
  P99("P99 ms", Unit.LATENCY, Scope.BOTH),
  P999("P99.9 ms", Unit.LATENCY, Scope.BOTH),
  MAX("max ms", Unit.LATENCY, Scope.BOTH),
  MEAN("mean ms", Unit.LATENCY),
  DEVIATION("deviation ms", Unit.LATENCY),
  /** The processor time of the server for each request, in microseconds. */
  CPU("CPU µs/request", Unit.NUMBER),
  /** The processor time for each request in milliseconds, as the usual columns show it. */
  CPU_MILLIS("CPU ms/request", Unit.NUMBER),
  RSS("RSS MiB", Unit.NUMBER),
  THREADS("threads", Unit.NUMBER),
  /** The share of the users' time in which they had a request, in per cent. */
  USERS_TIME("users' time %", Unit.NUMBER),
  /** The reasons why the generator puts blocks in doubt, one word for each. */
  GENERATOR("generator", Unit.WORDS),
  /** The interval of the P99 over the seconds of a single run. */
  P99_INTERVAL("P99 ms, 95 %", Unit.WORDS),
  /** The throughput in per cent of that of the base in the same block. */
  BASE("% of the base", Unit.NUMBER),
  /** The answers per second to the rare requests, or to the users beside the load. */
  BESIDE("rare ones/s", Unit.NUMBER),
  WORKERS("workers", Unit.NUMBER),
  GARBAGE("garbage KB/request", Unit.NUMBER),
  HEAP("heap MiB", Unit.NUMBER),
  LONGEST_STOP("longest stop ms", Unit.NUMBER),
  LONGEST_PAUSE("longest pause ms", Unit.NUMBER),
  /** Three columns: the empty server, and the memory of a connection before and after the load. */
  FOOTPRINT("", Unit.WORDS),
  COLD_RESIDENT("KiB/connection, cold", Unit.NUMBER),
  COLD_LIVE("live bytes/connection, cold", Unit.NUMBER),
  WARM_LIVE("live bytes/connection", Unit.NUMBER),
  WARM_BY_COLD_LIVE("live bytes/connection, warm by cold", Unit.NUMBER),
  /** The capacity of the server in answers per second, measured by a closed load of a few users. */
  CAPACITY("capacity/s", Unit.NUMBER, Scope.PHASE),
  /** The answers of a phase that came in time, in per cent of the capacity. */
  IN_TIME("in time, %", Unit.NUMBER, Scope.PHASE),
  /** The median latency of the requests of a phase that were answered with 200. */
  ADMITTED_P50("P50 ms", Unit.LATENCY, Scope.PHASE),
  /** The P99 of the requests of a phase that were answered with 200. */
  ADMITTED_P99("P99 ms", Unit.LATENCY, Scope.PHASE),
  /** The requests that the server refused, in per cent of those that were due in a phase. */
  REFUSED("refused, %", Unit.NUMBER, Scope.PHASE),
  /** The requests that clients gave up, in per cent of those that were due in a phase. */
  GAVE_UP("gave up, %", Unit.NUMBER, Scope.PHASE),
  REFUSED_PER_SECOND("refused/s", Unit.NUMBER, Scope.PHASE),
  GAVE_UP_PER_SECOND("gave up/s", Unit.NUMBER, Scope.PHASE),
  /** The answers lost in a phase, divided by those that no server could have given. */
  LOST_BY_UNAVOIDABLE("lost / unavoidable", Unit.NUMBER, Scope.PHASE),
  /** The share of clients that got their answer, of those that leave, in per cent. */
  LEAVING_ANSWERED("of those who leave answered, %", Unit.NUMBER, Scope.PHASE),
  /** The share of clients that got their answer, of those that ask again, in per cent. */
  PERSISTENT_ANSWERED("of those who ask again answered, %", Unit.NUMBER, Scope.PHASE),
  /** The time from the end of a phase until the latency is as before it, in milliseconds. */
  RECOVERY("back after ms", Unit.NUMBER, Scope.PHASE),
  /** The share of a processor that the JIT compilers used in a phase, in per cent. */
  COMPILERS("JIT compilers, % of a processor", Unit.NUMBER, Scope.PHASE),
  /** The throughput in per cent of that of the back end when it is asked directly. */
  OF_BACK_END("% of the back end", Unit.NUMBER, Scope.BACK_END),
  BACK_END_CONNECTIONS("back end: connections", Unit.NUMBER, Scope.BACK_END),
  BACK_END_WAITING("waiting", Unit.NUMBER, Scope.BACK_END),
  UNUSED_CALLS("% of calls for nobody", Unit.NUMBER, Scope.BACK_END),
  /** The throughput of the last ten seconds of a load whose seconds are kept. */
  WARM_PER_SECOND("warm, answers/s", Unit.NUMBER),
  /** The throughput of the given seconds, in per cent of that of the last ten. */
  OF_WARM("% of warm", Unit.NUMBER),
  FIRST_P99("P99 ms, 1st second", Unit.LATENCY),
  WARM_P99("P99 ms, warm", Unit.LATENCY),
  CPU_OF_FIRST("CPU ms, first 10,000", Unit.NUMBER),
  /** The number of servers whose throughput has settled. */
  SETTLED("settled", Unit.WORDS),
  /** The median time after which it has, in seconds. */
  SETTLED_AFTER("after s", Unit.WORDS);

  /** The kind of number that a figure is. */
  public enum Unit {
    /** A time in microseconds, shown in milliseconds. A claim about its level has a unit. */
    LATENCY,
    /** Any other number that is measured. */
    NUMBER,
    /** A number that is counted, and has no uncertainty. */
    EXACT,
    /** Words, which only tables can show. */
    WORDS
  }

  /** What has the figure. */
  private enum Scope {
    RUN,
    PHASE,
    BOTH,
    BACK_END
  }

  private final String title;
  private final Unit unit;
  private final Scope scope;

  Quantity(String title, Unit unit) {
    this(title, unit, Scope.RUN);
  }

  Quantity(String title, Unit unit, Scope scope) {
    this.title = title;
    this.unit = unit;
    this.scope = scope;
  }

  /** Returns the title of the column, unless the file gives another. */
  public String title() {
    return title;
  }

  public Unit unit() {
    return unit;
  }

  public boolean isOfRun() {
    return scope == Scope.RUN || scope == Scope.BOTH;
  }

  /** Returns whether a phase of a run has the figure. */
  public boolean isOfPhase() {
    return scope == Scope.PHASE || scope == Scope.BOTH;
  }

  /** Returns whether only a run with a back end has the figure. */
  public boolean isOfBackEnd() {
    return scope == Scope.BACK_END;
  }

  /**
   * Returns the percentile that a latency is.
   *
   * @throws IllegalStateException if it is none
   */
  public double percentile() {
    return switch (this) {
      case P50, ADMITTED_P50 -> 50;
      case P90 -> 90;
      case P95 -> 95;
      case P99, ADMITTED_P99 -> 99;
      case P999 -> 99.9;
      case MAX -> 100;
      default -> throw new IllegalStateException(this + " is no percentile");
    };
  }

  /**
   * Returns the figure of a name, as a file writes it.
   *
   * @throws IllegalArgumentException if there is none; the message lists all names
   */
  static Quantity of(String text) {
    return Arrays.stream(values())
        .filter(each -> each.toString().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Arrays.stream(values()).map(Quantity::toString).collect(joining(", "))));
  }

  /** Returns the name as a file writes it: {@code per-second}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
