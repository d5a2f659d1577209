package tailgate.lab.candidate;

import static tailgate.lab.load.Text.format;

import org.jspecify.annotations.Nullable;

/**
 * What came of many connections that were kept.
 *
 * @param wanted how many there were to be
 * @param answered how many were, and were again once all were open
 * @param obstacle why there were no more; null if nothing was in the way
 */
record Crowd(int wanted, int answered, @Nullable Obstacle obstacle) {

  /** What was in the way. */
  record Obstacle(Whose whose, String words) {}

  /** Whose limit it is. */
  enum Whose {
    SERVER,
    /** This process, or its machine. */
    CLIENT,
    /** Nobody's: time was over. */
    TIME
  }

  /** For people, as {@code 512 of 2,000 kept connections answered}. */
  @Override
  public String toString() {
    return format("%,d of %,d kept connections answered", answered, wanted);
  }
}
