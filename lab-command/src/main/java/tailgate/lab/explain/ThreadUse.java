package tailgate.lab.explain;

/**
 * What threads that do the same have had of the processors.
 *
 * @param name of all of them, with {@code *} for numbers
 * @param threads how many there were, those that have ended included
 * @param ran the seconds in which they had a processor
 * @param waited the seconds in which they could have run and had none
 */
public record ThreadUse(ThreadKind kind, String name, int threads, double ran, double waited) {

  ThreadUse plus(ThreadUse other) {
    return new ThreadUse(
        kind, name, threads + other.threads, ran + other.ran, waited + other.waited);
  }
}
