package tailgate.lab.selfcheck;

import java.time.Duration;
import java.util.List;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

/** A situation in which it is known what the lab has to see. */
public enum Check {
  /**
   * Requests are due 300 times a second, and the server is stopped for a second. A generator that
   * waits for an answer before it sends the next request would send one in that second, and report
   * that all is well: coordinated omission (Gil Tene, "How NOT to Measure Latency").
   */
  STOP_OPEN("the server is stopped for 1 s, open load", "threadpool", List.of("--server-timing")),

  /**
   * A server is stopped in the same way under 20 users who wait for each answer: each has one
   * request that takes a second.
   */
  STOP_CLOSED("the server is stopped for 1 s, closed load", "threadpool", List.of()),

  /** A handler whose time is exponential with a mean of 20 ms: its P99 is 20 ms × ln 100. */
  EXPONENTIAL(
      "a handler that waits, exponentially, 20 ms on average",
      "virtual-threads",
      List.of("--simulate-io", "exp:20ms", "--server-timing")),

  /** Twenty users share one worker for 10 ms each: each waits for the 19 others. */
  QUEUE(
      "20 users at one worker, whose handler waits for 10 ms",
      "threadpool",
      List.of("--workers", "1", "--simulate-io", "10ms", "--server-timing")),

  /** Twenty threads that compute for 10 ms each share the processors. */
  PROCESSOR(
      "20 users at 20 workers, whose handler computes for 10 ms",
      "threadpool",
      List.of("--workers", "20", "--simulate-cpu", "10ms", "--server-timing")),

  /** A server that uses 50 ms of processor time for each request, by the clock of its thread. */
  SPIN("a server that computes for 50 ms of processor time", "echo", List.of()),

  /** A closed load that does not change, compared with itself as {@link SameTwice} has it. */
  SAME("the same load twice, in turn (A/A)", "threadpool", List.of()),

  /**
   * Our generator sends evenly spaced requests, and then JMeter, which shares no code with it,
   * sends the same ones to the same warmed server: what both see of it has to be the same.
   *
   * <p>The handler's time is exponential with a mean of m = 20 ms, so P50 = m ln 2 = 13.9 ms, P90 =
   * m ln 10 = 46.1 ms, P99 = m ln 100 = 92.1 ms. Of n such times, the quantile q has a standard
   * error of √(q (1 - q) / n) / f, where f = (1 - q) / m is the density there: m √(q / ((1 - q)
   * n)). With n = 36,000 that is 0.11, 0.32 and 1.05 ms, and √2 times as much for the difference of
   * two generators: 0.15, 0.45 and 1.48 ms. They may differ by 5 %, which is 4.6, 5.1 and 3.1 times
   * that.
   *
   * <p>JMeter's clock adds 1 ms. It reads whole milliseconds, cut off, when a request begins and
   * when it ends; so the difference of the two is less than 1 ms off, to either side, and so is
   * each percentile. 5 % and 1 ms are 11, 7.4 and 3.8 standard errors of the difference: by chance,
   * one self-check in 6,000 fails.
   *
   * <p>The rate is low because JMeter makes a client and a connection for each request, and may
   * have a single processor for it.
   *
   * <p>Both open a connection for each request, because JMeter's open model can do nothing else.
   * Ours counts from when a request was due, JMeter from when it begins to connect. A generator
   * that is late sends another load than that, so each must have sent 98 % of the requests within
   * 10 ms of when they were due; and JMeter, like ours, all of them, of which none failed. Its
   * warm-up is not counted.
   */
  SECOND(
      "the same arrivals by a second generator, JMeter",
      "virtual-threads",
      List.of("--simulate-io", "exp:20ms"));

  static final int USERS_OF_CLOSED = 20;
  static final Duration SPIN_TIME = Duration.ofMillis(50);

  /** The time after the warm-up at which the server is stopped. */
  static final Duration STOP_AFTER = Duration.ofMillis(500);

  /** Roughly the time for which the server is stopped. */
  static final Duration STOP = Duration.ofSeconds(1);

  private static final String PATH = "/logo.svg";
  private static final Duration WARM_UP = Duration.ofSeconds(4);
  private static final Duration SETTLE = Duration.ofSeconds(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** JMeter waits for it at its end, twice; no exponential time comes near it. */
  private static final Duration TIMEOUT_OF_SECOND = Duration.ofSeconds(1);

  /** The length of a window of the generator's timeline. */
  private static final long WINDOW_MILLIS = 100;

  /** More than can be waiting. */
  private static final int USERS_OF_OPEN = 1_000;

  private final String title;
  private final String server;

  @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
  private final List<String> arguments;

  Check(String title, String server, List<String> arguments) {
    this.title = title;
    this.server = server;
    this.arguments = arguments;
  }

  String title() {
    return title;
  }

  /** Returns the stage, or {@code echo} for that of the lab. */
  String server() {
    return server;
  }

  List<String> arguments() {
    return arguments;
  }

  boolean stops() {
    return this == STOP_OPEN || this == STOP_CLOSED;
  }

  LoadSpec load() {
    return switch (this) {
      case STOP_OPEN -> open(2_000, 300, Duration.ofSeconds(3)).with(Arrivals.UNIFORM);
      case STOP_CLOSED, QUEUE, PROCESSOR -> closed(Duration.ofSeconds(3));
      // A low rate, so that a request seldom waits for the processor. The warm-up is faster, so
      // that the server's code is compiled.
      case EXPONENTIAL -> open(3_000, 750, Duration.ofSeconds(80));
      case SPIN -> open(12, 12, Duration.ofSeconds(10)).with(Arrivals.UNIFORM);
      case SAME -> closed(Duration.ofMillis(WINDOW_MILLIS * SameTwice.WINDOWS));
      case SECOND -> second();
    };
  }

  private static LoadSpec second() {
    return new LoadSpec(
        PATH,
        false,
        USERS_OF_OPEN,
        Model.OPEN,
        segments(800, 800, Duration.ofSeconds(45)),
        TIMEOUT_OF_SECOND.toMillis(),
        LoadSpec.ALL_CORES,
        Arrivals.UNIFORM);
  }

  private static LoadSpec closed(Duration counted) {
    return new LoadSpec(
        PATH,
        true,
        USERS_OF_CLOSED,
        Model.CLOSED,
        segments(0, 0, counted),
        TIMEOUT.toMillis(),
        LoadSpec.ALL_CORES);
  }

  private static LoadSpec open(double warmUp, double perSecond, Duration counted) {
    return new LoadSpec(
        PATH,
        true,
        USERS_OF_OPEN,
        Model.OPEN,
        segments(warmUp, perSecond, counted),
        TIMEOUT.toMillis(),
        LoadSpec.ALL_CORES);
  }

  private static List<Segment> segments(double warmUp, double perSecond, Duration counted) {
    return List.of(
        Segment.of(Kind.WARM_UP, 1, warmUp, WARM_UP),
        Segment.of(Kind.WARM_UP, 2, perSecond, SETTLE),
        Segment.of(Kind.STEADY, 1, perSecond, counted));
  }

  /** Returns when the part begins that counts. */
  static Duration beforeCounted() {
    return WARM_UP.plus(SETTLE);
  }

  /** Returns how long the part lasts that counts. */
  Duration counted() {
    return load().duration().minus(beforeCounted());
  }
}
