package tailgate.metrics;

/** The class of a final status code: its first digit. */
public enum StatusClass {
  SUCCESS(2),
  REDIRECTION(3),
  CLIENT_ERROR(4),
  SERVER_ERROR(5);

  private static final int FIRST = 2;
  private static final StatusClass[] ALL = values();

  private final int digit;

  StatusClass(int digit) {
    this.digit = digit;
  }

  /**
   * The class of a final status code.
   *
   * @throws ArrayIndexOutOfBoundsException if it is not 200 to 599
   */
  public static StatusClass of(int code) {
    return ALL[code / 100 - FIRST];
  }

  /** Returns a number from 0, for arrays with one element per class. */
  int index() {
    return digit - FIRST;
  }

  /** Returns the usual name of the class: {@code "2xx"}. */
  public String label() {
    return digit + "xx";
  }
}
