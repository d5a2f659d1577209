package tailgate.lab.monitor;

/** A reading that no machine can have: whatever was measured with it says nothing. */
final class ImpossibleReadingException extends RuntimeException {

  private static final long serialVersionUID = 1;

  ImpossibleReadingException(String message) {
    super(message);
  }
}
