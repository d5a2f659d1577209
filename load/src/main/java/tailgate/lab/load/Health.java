package tailgate.lab.load;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether the generator kept to its schedule, and how near it was to its own limits. Only if it
 * kept to its schedule are the figures about the server.
 *
 * @param scheduled requests that were due in segments that count
 * @param sent how many of them were sent at all
 * @param blocked how many found no free user and had to wait for one
 * @param late how many had a user, but left more than 10 ms late because it was not woken in time
 * @param lagP99Micros how late requests left, including blocked ones; the delay is in their latency
 * @param usersAccounted in a closed load, the share of the users' time in which they had a request,
 *     answered or not: near 1 unless the generator left users out. Null in an open load and in old
 *     results
 * @param heldByGenerator in a closed load, the share of the users' time in which their next request
 *     was due and had not left. Null in an open load and in old results
 * @param peakPerSecond the highest rate of answers in a segment that counts; null in old results
 * @param ceilingPerSecond what the same generator can do with a server that does nothing; null if
 *     that was not measured
 * @param line what the lab's relay did with the packets; null if there was none
 */
public record Health(
    long scheduled,
    long sent,
    long blocked,
    long late,
    long lagP99Micros,
    long lagMaxMicros,
    @Nullable Double usersAccounted,
    @Nullable Double heldByGenerator,
    @Nullable Double peakPerSecond,
    @Nullable Double ceilingPerSecond,
    @Nullable LineUse line) {

  /** A request that leaves later than this is late, whatever generator sent it. */
  public static final Duration LATE = Duration.ofMillis(10);

  /** A generator is trusted up to this part of what it can do. */
  public static final double MOST_OF_CEILING = 0.7;

  private static final double ENOUGH = 0.98;
  private static final long MOST_LAG_MICROS = 1_000;
  private static final double MOST_HELD = 0.05;
  private static final double ALMOST = 0.9;
  private static final double MOST_USERS = 0.95;

  /** The health of a foreign generator, or in an old result, of which less is known. */
  public Health(
      long scheduled, long sent, long blocked, long late, long lagP99Micros, long lagMaxMicros) {
    this(scheduled, sent, blocked, late, lagP99Micros, lagMaxMicros, null, null, null, null, null);
  }

  /** Returns a copy with the generator's ceiling in requests per second. */
  public Health below(double ceiling) {
    return with(ceiling, line);
  }

  /** Returns a copy for a line whose packets the lab has passed on. */
  public Health over(LineUse use) {
    return with(ceilingPerSecond, use);
  }

  private Health with(@Nullable Double ceiling, @Nullable LineUse use) {
    return new Health(
        scheduled,
        sent,
        blocked,
        late,
        lagP99Micros,
        lagMaxMicros,
        usersAccounted,
        heldByGenerator,
        peakPerSecond,
        ceiling,
        use);
  }

  /** Returns the share of the requests that left when they were due, 0 to 1. */
  public double delivered() {
    return scheduled == 0 ? 1 : (double) (sent - blocked - late) / scheduled;
  }

  /** Whether the generator fell behind; if so, the run takes no part in a verdict. */
  public boolean fellBehind() {
    return delivered() < ENOUGH;
  }

  /**
   * Whether the load was so near the ceiling that it matters how exactly that is known: a little
   * below {@link Doubt#NEAR_CEILING}. False if one of both is not known.
   */
  @JsonIgnore
  public boolean isAlmostAtCeiling() {
    return isAbove(ALMOST * MOST_OF_CEILING);
  }

  private boolean isAbove(double share) {
    return peakPerSecond != null
        && ceilingPerSecond != null
        && peakPerSecond > share * ceilingPerSecond;
  }

  /** Whether the figures are about the server, as far as the generator is concerned. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public boolean isTrustworthy() {
    return doubts().isEmpty();
  }

  /**
   * Says why the generator or the line was late; empty if neither was, or if the load was near all
   * that it can do: it would be late again. In other cases a repetition may mend that.
   */
  public Optional<String> lateness() {
    List<Doubt> doubts = doubts();
    EnumSet<Doubt> late = EnumSet.of(Doubt.FELL_BEHIND, Doubt.LAG, Doubt.LINE_LAG);
    late.retainAll(doubts);
    return late.isEmpty() || doubts.contains(Doubt.NEAR_CEILING)
        ? Optional.empty()
        : Optional.of(late.stream().map(Doubt::words).collect(Collectors.joining(", ")));
  }

  /** Returns why the figures are in doubt. Old results know of {@link Doubt#FELL_BEHIND} only. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public List<Doubt> doubts() {
    EnumSet<Doubt> doubts = EnumSet.noneOf(Doubt.class);
    if (fellBehind()) {
      doubts.add(Doubt.FELL_BEHIND);
    }
    if (peakPerSecond != null && lagP99Micros > MOST_LAG_MICROS) {
      doubts.add(Doubt.LAG);
    }
    if (heldByGenerator != null && heldByGenerator > MOST_HELD) {
      doubts.add(Doubt.HELD);
    }
    if (isAbove(MOST_OF_CEILING)) {
      doubts.add(Doubt.NEAR_CEILING);
    }
    if (usersAccounted != null && usersAccounted < MOST_USERS) {
      doubts.add(Doubt.USERS_MISSING);
    }
    if (line != null && line.lagP99Micros() > MOST_LAG_MICROS) {
      doubts.add(Doubt.LINE_LAG);
    }
    return List.copyOf(doubts);
  }
}
