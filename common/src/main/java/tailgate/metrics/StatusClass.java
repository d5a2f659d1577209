package tailgate.metrics;

/** The first digit of a status code, as far as final responses have one. */
public enum StatusClass {
  SUCCESS("2xx"),
  REDIRECTION("3xx"),
  CLIENT_ERROR("4xx"),
  SERVER_ERROR("5xx");

  private static final int FIRST = 2;
  private static final StatusClass[] ALL = values();

  private final String label;

  StatusClass(String label) {
    this.label = label;
  }

  /**
   * The class of a final status code.
   *
   * @throws ArrayIndexOutOfBoundsException if it is not 200 to 599
   */
  public static StatusClass of(int code) {
    return ALL[code / 100 - FIRST];
  }

  /** As people write it: {@code "2xx"}. */
  public String label() {
    return label;
  }
}
