package tailgate.lab.candidate;

import static tailgate.lab.load.Text.format;

import org.jspecify.annotations.Nullable;

/**
 * What came of many connections that were kept.
 *
 * @param wanted how many there were to be
 * @param answered how many were answered, and again once all were open
 * @param obstacle why there were no more; null if nothing was in the way
 */
record Crowd(int wanted, int answered, @Nullable Obstacle obstacle) {

  /** The limit that was met. */
  record Obstacle(Whose whose, String words) {}

  /** The party whose limit was met. */
  enum Whose {
    SERVER,
    /** The limit of this process, or of its machine. */
    CLIENT,
    /** Nobody's limit was met: time was over. */
    TIME
  }

  /** Returns words for people, as {@code 512 of 2,000 kept connections answered}. */
  @Override
  public String toString() {
    return format("%,d of %,d kept connections answered", answered, wanted);
  }
}
