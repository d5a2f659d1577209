package tailgate.queue;

import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A server on paper: requests that come at random times, an {@link AdmissionController} that may
 * refuse them at once, a queue with the real {@link QueueOrder}, and workers. Discrete events on a
 * clock that only this class moves, so that the same seed gives the same result. The machine may
 * have {@link Stalls}.
 *
 * <pre>
 *   arrivals ──▶ admission ──▶ queue ──▶ one of the workers ──▶ answer, in time or too late
 *                    └─ 503       └─ 503
 * </pre>
 *
 * <p>It is kind to all: what is refused costs nothing, and clients do not come again.
 */
final class OverloadSimulation {

  /** How long the requests take. */
  enum Service {
    FIXED,
    EXPONENTIAL,
    /** One of ten takes 5.5 times the mean, the others half of it. */
    MIXED,
    /** Three of a hundred take twenty times as long as the others. */
    RARELY_SLOW
  }

  /**
   * A server.
   *
   * @param workers requests that are served at the same time
   * @param meanMillis of a request
   */
  record Server(int workers, double meanMillis, Service service) {
    /** Requests a second. */
    double capacity() {
      return workers * 1000 / meanMillis;
    }
  }

  /**
   * What became of the requests that came after the warm-up.
   *
   * @param late refused by the queue
   * @param refused refused by the controller
   * @param inTime answered within the clients' patience
   * @param millis of all that were answered, in order
   * @param longestQueue at any time
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Outcome(
      int arrived, int late, int refused, int inTime, double[] millis, int longestQueue) {
    double refusedShare() {
      return (late + refused) / (double) arrived;
    }

    double p99() {
      return millis.length == 0 ? Double.NaN : millis[(int) (millis.length * 0.99)];
    }
  }

  private static final int LONGEST_QUEUE = 1 << 17;

  /** A request. */
  private record Request(double arrived, boolean counts) {}

  /** One that is being served. */
  private record Run(double ends, double begun, Request request) implements Comparable<Run> {
    @Override
    public int compareTo(Run other) {
      return Double.compare(ends, other.ends);
    }
  }

  private final Server server;
  private final Stalls stalls;
  private final @Nullable AdmissionController controller;
  private final double patienceMillis;
  private final SplittableRandom random;
  private final QueueOrder<Request> order;
  private final RingBuffer<Request> queue = new RingBuffer<>(LONGEST_QUEUE, true);
  private final PriorityQueue<Run> runs = new PriorityQueue<>();

  /** In milliseconds. */
  private double now;

  private int arrived;
  private int late;
  private int refused;
  private int inTime;
  private int longestQueue;
  private double[] millis = new double[1024];
  private int answered;

  /** The lowest and the highest limit of the controller. */
  private double lowest = Double.MAX_VALUE;

  private double highest;

  OverloadSimulation(
      Server server,
      QueueDiscipline discipline,
      @Nullable AdmissionController controller,
      double patienceMillis,
      long seed) {
    this.server = server;
    this.stalls = Stalls.NONE;
    this.controller = controller;
    this.patienceMillis = patienceMillis;
    this.random = new SplittableRandom(seed);
    this.order = new QueueOrder<>(discipline, this::nanos);
  }

  /** With stalls, and another way to notice an overload. */
  OverloadSimulation(
      Server server,
      Stalls stalls,
      QueueDiscipline discipline,
      CoDel codel,
      double patienceMillis,
      long seed) {
    this.server = server;
    this.stalls = stalls;
    this.controller = null;
    this.patienceMillis = patienceMillis;
    this.random = new SplittableRandom(seed);
    this.order = new QueueOrder<>(discipline, codel, this::nanos);
  }

  private long nanos() {
    return nanos(now);
  }

  private static long nanos(double millis) {
    return Math.round(millis * 1e6);
  }

  /** The lowest limit of the controller that was in force after an answer. */
  double lowest() {
    return lowest;
  }

  /** The highest one. */
  double highest() {
    return highest;
  }

  /**
   * Runs it.
   *
   * @param load times the capacity, at each time in milliseconds
   * @param warmUp in milliseconds; requests of this time do not count
   */
  Outcome run(DoubleUnaryOperator load, double warmUp, double end) {
    double next = gap(0, load);
    while (next < end || !runs.isEmpty()) {
      Run first = runs.peek();
      double seen = stalls.noticed(next);
      if (first != null && (first.ends <= seen || next >= end)) {
        now = first.ends;
        end(runs.remove());
      } else {
        now = seen;
        arrive(new Request(next, next >= warmUp));
        next += gap(next, load);
      }
    }
    double[] all = Arrays.copyOf(millis, answered);
    Arrays.sort(all);
    return new Outcome(arrived, late, refused, inTime, all, longestQueue);
  }

  private double gap(double at, DoubleUnaryOperator load) {
    double perMilli = server.capacity() / 1000 * load.applyAsDouble(at);
    return exponential() / perMilli;
  }

  private double exponential() {
    return -StrictMath.log(1 - random.nextDouble());
  }

  private void arrive(Request request) {
    arrived += request.counts ? 1 : 0;
    int inside = runs.size() + queue.size();
    if (controller != null && !controller.admits(inside)) {
      refused += request.counts ? 1 : 0;
    } else if (runs.size() < server.workers) {
      order.passed(nanos(), 0);
      begin(request);
    } else {
      queue.add(request, order.now());
      longestQueue = Math.max(longestQueue, queue.size());
    }
  }

  private void begin(Request request) {
    runs.add(new Run(stalls.done(now, serviceMillis()), now, request));
  }

  private double serviceMillis() {
    return server.meanMillis
        * switch (server.service) {
          case FIXED -> 1;
          case EXPONENTIAL -> exponential();
          case MIXED -> random.nextInt(10) == 0 ? 5.5 : 0.5;
          case RARELY_SLOW -> (random.nextInt(100) < 3 ? 20 : 1) / 1.57;
        };
  }

  private void end(Run run) {
    double took = now - run.request.arrived;
    if (run.request.counts) {
      inTime += took <= patienceMillis ? 1 : 0;
      millis = answered == millis.length ? Arrays.copyOf(millis, 2 * answered) : millis;
      millis[answered++] = took;
    }
    if (controller != null) {
      long waited = nanos(run.begun - run.request.arrived);
      controller.answered(nanos(), waited, nanos(took), runs.size() + queue.size());
      lowest = Math.min(lowest, controller.limit());
      highest = Math.max(highest, controller.limit());
    }
    beginNext();
  }

  private void beginNext() {
    while (!queue.isEmpty()) {
      Request request = order.remove(queue);
      if (order.lateness() == null) {
        begin(request);
        return;
      }
      late += request.counts ? 1 : 0;
    }
  }
}
