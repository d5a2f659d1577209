package tailgate.lab.remote;

/** What another machine is for. */
enum Purpose {
  SERVERS("server", "servers"),
  LOAD("load", "generators");

  private final String prefix;

  /** What runs there, for messages. */
  private final String what;

  Purpose(String prefix, String what) {
    this.prefix = prefix;
    this.what = what;
  }

  /** An option of the command line. */
  String option(String name) {
    return "--%s-%s".formatted(prefix, name);
  }

  @Override
  public String toString() {
    return what;
  }
}
