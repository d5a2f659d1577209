package tailgate.lab.monitor;

/** A reading that is impossible, so that all figures of its run are worthless. */
final class ImpossibleReadingException extends RuntimeException {

  private static final long serialVersionUID = 1;

  ImpossibleReadingException(String message) {
    super(message);
  }
}
