package tailgate.lab.load;

import java.util.List;
import java.util.function.LongBinaryOperator;

/**
 * Where the time went of requests that took about as long as each other. It is known of answers in
 * whose Server-Timing field the server says how long the request was queued and served there, as a
 * stage with {@code --server-timing} does.
 *
 * <pre>
 *   due       left         the server has it      a worker begins     head of the answer     answer
 *    |---------|-----------------|------------------------|--------------------|---------------|
 *       late        arriving               queue                 service             back
 * </pre>
 *
 * <p>The seven sums are microseconds; together they are the latencies of these requests. {@code
 * processor} is a part of what is drawn as {@code service}, and not in that. {@code stopped} is
 * what was taken from {@code arriving}, {@code queue}, {@code service} and {@code back}.
 *
 * @param requests how many there are
 * @param late until they left: they had to wait for a user, or the generator was late
 * @param arriving from then until the server had read the request: connecting, the way there, the
 *     accept queue, and the wait for the thread that reads. 0 if the server's clock is not that of
 *     the generator
 * @param queue in the server, until a worker began
 * @param processor from there on, while the worker could have run, but had no processor. 0 if the
 *     server does not say it
 * @param stopped while all threads of the server's JVM stood still because of a collection. 0 if
 *     that is not known
 * @param service the other time until the head of the answer was made
 * @param back the rest: the content of the answer, the way back, the generator that reads it, and
 *     what {@code arriving} does not know
 */
public record LatencyBreakdown(
    long requests,
    long late,
    long arriving,
    long queue,
    long processor,
    long stopped,
    long service,
    long back) {

  /** The bands of requests, by the percentile at which each ends: the last is the slowest 1 %. */
  public static final List<Double> BANDS = List.of(50.0, 90.0, 99.0, 100.0);

  public static final LatencyBreakdown NONE = new LatencyBreakdown(0, 0, 0, 0, 0, 0, 0, 0);

  public LatencyBreakdown and(LatencyBreakdown other) {
    return with(other, Long::sum);
  }

  public LatencyBreakdown without(LatencyBreakdown part) {
    return with(part, (all, taken) -> all - taken);
  }

  /** Returns what some of the requests take, if all take the same. */
  public LatencyBreakdown part(long count) {
    return with(this, (all, same) -> Math.round((double) all * count / requests));
  }

  private LatencyBreakdown with(LatencyBreakdown other, LongBinaryOperator each) {
    return new LatencyBreakdown(
        each.applyAsLong(requests, other.requests),
        each.applyAsLong(late, other.late),
        each.applyAsLong(arriving, other.arriving),
        each.applyAsLong(queue, other.queue),
        each.applyAsLong(processor, other.processor),
        each.applyAsLong(stopped, other.stopped),
        each.applyAsLong(service, other.service),
        each.applyAsLong(back, other.back));
  }

  /** Returns the sum of the latencies, in microseconds. */
  public long total() {
    return late + arriving + queue + processor + stopped + service + back;
  }
}
