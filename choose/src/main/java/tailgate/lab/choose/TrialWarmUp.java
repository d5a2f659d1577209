package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.load.Failures;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.stats.SteadyState;

/**
 * The warm-up of one server: it finds out roughly what the server can do, which is the guess with
 * which its climb begins. A server of the lab gets a closed load, and another one an open load.
 * Confined to one thread.
 */
final class TrialWarmUp {

  /** Drives a load and waits for its end. */
  @FunctionalInterface
  interface Drive {
    Driven load(LoadSpec load) throws IOException, LabException, InterruptedException;
  }

  private static final int FEWEST_USERS = 8;

  private static final int MOST_USERS = 1_000;

  /** So many rounds at most have more users each; then comes what is left of the time. */
  private static final int ROUNDS = 8;

  /** If fewer than there are users were answered in a second, there are so many times more next. */
  private static final int MANY_MORE = 8;

  /** If less than this part of the users is being served (Little's law), the others wait. */
  private static final double MOST_SERVED = 0.5;

  /**
   * A request that takes longer, in seconds, is its handler's more than the server's: few users
   * find out what the server can do with it, also if no code is compiled yet.
   */
  private static final double LONG = 0.0005;

  /** If less than this part of the users is being served with long requests, more wait in vain. */
  private static final double FEW_SERVED = 0.25;

  /**
   * A request that computes for longer, in microseconds, has to share its core: the kernel divides
   * the time among all who compute, so that even the fastest of them waits for the others.
   */
  private static final double SLICE = 2_000;

  /** From this part of the processor time of the cores on, more who compute wait in vain. */
  private static final double MOST_BUSY = 0.8;

  /** If a round has answered less than so many times what the one before did, it is busy. */
  private static final double GROWS = 1.3;

  /** Up to this part of the guess, most requests do not wait for others. */
  static final double MOST_ALONE = 0.5;

  /** A server may do so many times what the first rounds of the warm-up alone have shown. */
  private static final double MOST_ABOVE_FIRST_ROUNDS = 4;

  private final ChoosePlan plan;
  private final Loads loads;
  private final Drive drive;
  private final DoubleSupplier limit;
  private final boolean isOurs;

  /** Requests per second: roughly what the server can do. Confined to the thread of the trial. */
  private double guess;

  /** Whether the last load had settled. Confined likewise. */
  private @Nullable SteadyState settled;

  /**
   * Prepares a warm-up.
   *
   * @param limit the highest rate that may be tried now, in requests per second
   * @param isOurs whether the server is one of the lab, which may be asked as fast as it answers
   */
  TrialWarmUp(ChoosePlan plan, Loads loads, Drive drive, DoubleSupplier limit, boolean isOurs) {
    this.plan = plan;
    this.loads = loads;
    this.drive = drive;
    this.limit = limit;
    this.isOurs = isOurs;
  }

  /**
   * Warms the server.
   *
   * @throws LabException if nobody was answered, with the reason
   */
  void warm(Lead lead) throws IOException, LabException, InterruptedException {
    Driven result = isOurs ? byUsers(lead) : byRate();
    if (guess == 0 && !isRefused(result)) {
      Duration patience = ChoosePlan.TIMEOUT.multipliedBy(2); // a request may take longer than all
      result =
          isOurs
              ? closed(FEWEST_USERS, patience)
              : even((double) FEWEST_USERS / patience.toSeconds(), patience);
      guess = answersOf(result);
    }
    if (guess == 0) {
      throw new LabException(unanswered(result));
    }
  }

  /**
   * Warms the server with few users, and then with as many as it has answered in a second, until
   * more users bring no more answers. So nobody waits for much longer than a second, and nothing is
   * left in the server when the load is over. If that are no more users, as with requests that take
   * a second, it tries eight times as many, unless most of them would wait for the others already;
   * nor are there more users for a handler that takes its time, such as a computation, if three
   * quarters wait, or if it keeps the cores busy. If more users bring no more answers (a thousand
   * new threads on one core leave the compiler no time), it goes back. What is left of the time
   * goes to the last users; there is no such rest for a server that is far behind, because the
   * climb is to find only the magnitude of what it can do.
   */
  private Driven byUsers(Lead lead) throws IOException, LabException, InterruptedException {
    int users = FEWEST_USERS;
    int fewer;
    double before;
    int rounds = 0;
    double fastest = Double.MAX_VALUE;
    boolean isFull;
    Driven result;
    guess = 0;
    do {
      before = guess;
      fewer = users;
      users = rounds == 0 ? users : nextUsers(before, users);
      boolean isLast = users == MOST_USERS;
      result = closed(users, isLast ? rest(rounds) : plan.round());
      guess = answersOf(result);
      fastest = Math.min(fastest, fastestSeconds(result));
      isFull = isFull(users, fastest) || computes(result);
      rounds++;
    } while (!isFull && mayDoMore(before, users, rounds));
    boolean isWarm = users == MOST_USERS && guess * GROWS > before;
    double found = Math.max(before, guess);
    if (isWarm || (guess > 0 && lead.isOutOfReach(found * MOST_ABOVE_FIRST_ROUNDS))) {
      guess = found;
      return result;
    }
    users = guess <= before ? fewer : users;
    result = closed(users, rest(rounds));
    guess = answersOf(result);
    if (guess == 0) {
      guess = found; // it is still busy with what came before
    }
    return result;
  }

  /**
   * Warms a server that may not be flooded: the rate is doubled until the server does not follow it
   * twice, because it may be cold the first time, or until the highest rate at which it may be
   * asked. What is left of the time goes to most of what it has answered.
   */
  private Driven byRate() throws IOException, LabException, InterruptedException {
    double rate = Math.min(limit.getAsDouble(), 2e3 * FEWEST_USERS / plan.round().toMillis());
    int rounds = 0;
    int missed = 0;
    boolean isOver;
    Driven result;
    do {
      // A low rate takes longer to have as many requests.
      long millis = Math.max(plan.round().toMillis(), Math.round(2e3 * FEWEST_USERS / rate));
      result = even(rate, Duration.ofMillis(millis));
      guess = Math.max(guess, answersOf(result));
      boolean isFollowed = answersOf(result) > MOST_SERVED * rate;
      missed = isFollowed ? 0 : missed + 1;
      isOver = missed > 1 || (isFollowed && rate >= limit.getAsDouble()) || isRefused(result);
      rate = isFollowed ? Math.min(2 * rate, limit.getAsDouble()) : rate;
      rounds++;
    } while (!isOver);
    if (guess > 0) {
      result = even(Math.min(MOST_ALONE * guess, limit.getAsDouble()), rest(rounds));
      guess = Math.max(guess, answersOf(result));
    }
    return result;
  }

  /**
   * Returns whether so many users already wait for one another, by Little's law.
   *
   * @param fastest what a request takes at least, in seconds
   */
  private boolean isFull(int users, double fastest) {
    double served = guess * fastest;
    return guess < users
        ? served < MOST_SERVED * users
        : fastest >= LONG && served < FEW_SERVED * users;
  }

  /** Returns whether the server's cores have nothing left for more users, who compute for long. */
  private boolean computes(Driven closed) {
    @Nullable Double cpu = new Steps(closed, plan, 0).of(Kind.STEADY).get(0).cpu();
    return cpu != null && cpu >= SLICE && cpu * guess / 1e6 >= MOST_BUSY * plan.cores();
  }

  /** Returns what is left of the warm-up after so many rounds. */
  private Duration rest(int rounds) {
    return plan.warmUp(rounds).minus(plan.round().multipliedBy(rounds));
  }

  /** Whether requests have failed, and not for want of time: more of it would bring no answer. */
  private static boolean isRefused(Driven warmUp) {
    Map<String, Long> causes = failures(warmUp).byCause();
    return answersOf(warmUp) == 0 && !causes.isEmpty() && !causes.containsKey(Failures.NO_ANSWER);
  }

  private static Failures failures(Driven warmUp) {
    return Objects.requireNonNullElse(warmUp.first(Kind.STEADY).failures(), Failures.NONE);
  }

  private static String unanswered(Driven warmUp) {
    Figures figures = warmUp.first(Kind.STEADY).figures();
    Set<String> causes = failures(warmUp).byCause().keySet();
    return format(
        "no request succeeded in the warm-up: of %,d requests %,d failed%s%s",
        figures.failed() + figures.missing(),
        figures.failed(),
        causes.isEmpty() ? "" : " (" + String.join(", ", causes) + ")",
        figures.missing() == 0
            ? ""
            : format(
                ", and %,d had no answer after %d s",
                figures.missing(), ChoosePlan.TIMEOUT.toSeconds()));
  }

  private boolean mayDoMore(double before, int users, int rounds) {
    return rounds < ROUNDS && guess > before * GROWS && nextUsers(guess, users) > users;
  }

  /**
   * Returns the number of users for the next round.
   *
   * @param perSecond what so many users have brought
   */
  private static int nextUsers(double perSecond, int users) {
    return (int) Math.min(perSecond > users ? perSecond : MANY_MORE * users, MOST_USERS);
  }

  private Driven closed(int users, Duration time)
      throws IOException, LabException, InterruptedException {
    Driven result = drive.load(loads.closed(users, time));
    settled = plan.isThorough() ? WarmUpWindows.settled(result) : null;
    return result;
  }

  private Driven even(double rate, Duration time)
      throws IOException, LabException, InterruptedException {
    return drive.load(loads.even(rate, time));
  }

  private static double answersOf(Driven closed) {
    SegmentResult steady = closed.first(Kind.STEADY);
    return steady.answeredInTime() * 1e3 / steady.segment().millis();
  }

  /** Returns what a request takes at least; 0 if none was answered. */
  private static double fastestSeconds(Driven closed) {
    Histogram latencies = closed.latencies().get(closed.first(Kind.STEADY).segment().label());
    return latencies == null || latencies.getTotalCount() == 0 ? 0 : latencies.getMinValue() / 1e6;
  }

  /** Returns what the server can do, roughly, in requests per second; 0 before it is warm. */
  double guess() {
    return guess;
  }

  /** Returns whether the last load had settled; null if that was not looked at. */
  @Nullable SteadyState settled() {
    return settled;
  }
}
