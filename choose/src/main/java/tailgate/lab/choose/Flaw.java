package tailgate.lab.choose;

/** A reason why the figures of a candidate say more about something else than about it. */
enum Flaw {
  /** Other programs had too much of the processors, or a container's quota stopped the server. */
  DISTURBED("the machine was busy with something else while it was measured"),

  /**
   * The generator was late in the lowest rate that failed, each time that it was tried, although it
   * can do much more. The capacity of the candidate may be higher.
   */
  GENERATOR_LATE("the generator itself was late at a rate that failed"),

  /** The candidate missed the objective at half of the rate at which it is said to keep it. */
  CONTRADICTED("it missed the objective at half of that rate");

  private final String words;

  Flaw(String words) {
    this.words = words;
  }

  /** Returns words for people, which follow the name of the candidate. */
  String words() {
    return words;
  }
}
