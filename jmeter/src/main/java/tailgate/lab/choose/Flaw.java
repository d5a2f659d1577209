package tailgate.lab.choose;

/** Why the figures of a candidate say more about something else than about the candidate. */
enum Flaw {
  /** Others had too much of the processors, or the quota of a container stopped them. */
  DISTURBED("the machine was busy with something else while it was measured"),

  /**
   * In the lowest rate that failed, each time that it was tried, although the generator can do much
   * more. Its capacity may be higher.
   */
  GENERATOR_LATE("the generator itself was late at a rate that failed"),

  /** It did not keep the objective at half of the rate at which it is said to keep it. */
  CONTRADICTED("it missed the objective at half of that rate");

  private final String words;

  Flaw(String words) {
    this.words = words;
  }

  /** For people, after the name of the candidate. */
  String words() {
    return words;
  }
}
