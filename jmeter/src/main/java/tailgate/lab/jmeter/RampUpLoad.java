package tailgate.lab.jmeter;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import tailgate.lab.project.Project;

/**
 * The load of the evolution: users arrive one after the other during the ramp-up, and each sends
 * one request.
 *
 * @param users at least 1
 * @param rampUp whole seconds, because JMeter counts them; may be zero
 */
public record RampUpLoad(int users, Duration rampUp) {

  /** The profile of the first measurements of this project. */
  public static final RampUpLoad FULL = new RampUpLoad(10_000, Duration.ofSeconds(60));

  /** The same rate of arrivals for a twentieth of the time. */
  public static final RampUpLoad QUICK = new RampUpLoad(500, Duration.ofSeconds(3));

  /** The path of every request. */
  public static final String RESOURCE = Project.DATA;

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
