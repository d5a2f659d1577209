package tailgate.lab.jmeter;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * A load of users who arrive one after the other during the ramp-up, and send one request each.
 *
 * @param users at least 1
 * @param rampUp whole seconds, because JMeter counts them; may be zero
 * @param path the path of every request
 * @param cold whether the first user's request is the server's first; else there is a warm-up,
 *     which is not counted
 */
public record RampUpLoad(int users, Duration rampUp, String path, boolean cold) {

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
