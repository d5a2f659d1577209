package tailgate.soak;

import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what became of requests. Thread-safe. */
public final class Tally {

  private static final int MOST_REASONS = 20;

  private final LongAdder answered = new LongAdder();
  private final LongAdder told = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final LongAdder late = new LongAdder();
  private final LongAdder cut = new LongAdder();
  private final LongAdder wrong = new LongAdder();
  private final LongAdder refused = new LongAdder();

  /** How often each failure happened. */
  private final ConcurrentMap<String, LongAdder> failures = new ConcurrentHashMap<>();

  void count(Outcome outcome) {
    switch (outcome) {
      case Outcome.Answered answer -> {
        answered.increment();
        if (!answer.right()) {
          wrong.increment();
          fail("wrong: " + answer.what());
        }
      }
      case Outcome.Lost no -> {
        lost.increment();
        fail("lost: " + no.why());
      }
      case Outcome.Late own -> late.increment();
      case Outcome.Cut part -> {
        cut.increment();
        fail("cut: " + part.why());
      }
    }
  }

  /** A connection could not be opened. */
  void countRefused(String why) {
    refused.increment();
    fail("no connection: " + why);
  }

  /** A client was told that the connection closes, while the server stopped. */
  void countTold() {
    told.increment();
  }

  private void fail(String what) {
    if (failures.size() < MOST_REASONS || failures.containsKey(what)) {
      failures.computeIfAbsent(what, none -> new LongAdder()).increment();
    }
  }

  /** Requests that got a whole response, right or wrong. */
  public long answered() {
    return answered.sum();
  }

  /**
   * Requests that were not answered as they should have been, and connections that were refused.
   */
  public long failed() {
    return lost.sum() + cut.sum() + wrong.sum() + refused.sum();
  }

  /** Connections that could not be opened. */
  public long refused() {
    return refused.sum();
  }

  @Override
  public String toString() {
    String counts =
        String.format(
            Locale.ROOT,
            "%,d answered, %d lost, %d cut, %d wrong, %d not connected, %d late, %d told to close",
            answered.sum(),
            lost.sum(),
            cut.sum(),
            wrong.sum(),
            refused.sum(),
            late.sum(),
            told.sum());
    return failures.isEmpty() ? counts : counts + " " + new TreeMap<>(failures);
  }
}
