package tailgate.lab.jmeter;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import tailgate.lab.project.Project;

/**
 * The load of the evolution: users arrive one after the other during the ramp-up, and each sends
 * one request.
 *
 * @param users at least 1
 * @param rampUp whole seconds, because JMeter counts them; may be zero
 * @param path the path of every request; null for {@link #RESOURCE}
 * @param cold whether the first user's request is the server's first; else there is a warm-up,
 *     which is not counted
 * @param remark what else is not that of the experiment, for people; null if there is nothing
 */
public record RampUpLoad(
    int users, Duration rampUp, @Nullable String path, boolean cold, @Nullable String remark) {

  /** The first measurements of this project had this profile. */
  public static final RampUpLoad FULL = new RampUpLoad(10_000, Duration.ofSeconds(60));

  /** Users arrive at the rate of {@link #FULL} for a twentieth of the time. */
  public static final RampUpLoad QUICK = new RampUpLoad(500, Duration.ofSeconds(3));

  /** Every request asks for this path, unless a load has another one. */
  public static final String RESOURCE = Project.DATA;

  /** Makes a load that begins after a warm-up. */
  public RampUpLoad(int users, Duration rampUp) {
    this(users, rampUp, null, false, null);
  }

  /** Returns the load with another path and another remark. */
  public RampUpLoad asking(@Nullable String aPath, @Nullable String aRemark) {
    return new RampUpLoad(users, rampUp, aPath, cold, aRemark);
  }

  /** Returns the load with or without a warm-up. */
  public RampUpLoad cold(boolean isCold) {
    return new RampUpLoad(users, rampUp, path, isCold, remark);
  }

  /** Returns the path that every user asks for. */
  public String resource() {
    return path == null ? RESOURCE : path;
  }

  public RampUpLoad {
    if (users < 1) {
      throw new IllegalArgumentException("users must be at least 1, not " + users);
    }
    if (rampUp.isNegative() || !rampUp.equals(rampUp.truncatedTo(ChronoUnit.SECONDS))) {
      throw new IllegalArgumentException("ramp-up must be whole seconds, not " + rampUp);
    }
  }

  @Override
  public String toString() {
    return format("%,d users in %d s", users, rampUp.toSeconds());
  }
}
