package tailgate.lab.load;

/** Why a point says more about the generator than about the server: it gets no verdict. */
public enum Doubt {
  /** Less than 98 % of the requests left within {@link Health#LATE} of when they were due. */
  FELL_BEHIND("behind", "the generator fell behind"),

  /** One request in a hundred left more than 1 ms after it was due. */
  LAG("lag", "the generator's lag has a P99 above 1 ms"),

  /** The users' next request was due and had not left in more than 5 % of their time. */
  HELD("held", "the generator held requests back for more than 5 % of the users' time"),

  /** More than 70 % of what the generator can do with a server that does nothing. */
  NEAR_CEILING("ceiling", "above 70 % of the generator's ceiling"),

  /** The generator had no request for the users in more than 5 % of their time. */
  USERS_MISSING("users", "the requests account for less than 95 % of the users' time"),

  /** One packet in a hundred left the lab's relay more than 1 ms after it was due. */
  LINE_LAG("line", "the line's lag has a P99 above 1 ms");

  private final String word;
  private final String words;

  Doubt(String word, String words) {
    this.word = word;
    this.words = words;
  }

  /** Returns one word for tables. */
  public String word() {
    return word;
  }

  /** Returns the reason in words for people. */
  public String words() {
    return words;
  }
}
