package tailgate.lab.remote;

/** The purpose of another machine. */
enum Purpose {
  SERVERS("server", "servers"),
  LOAD("load", "generators");

  private final String prefix;

  /** The programs that run there, for messages. */
  private final String what;

  Purpose(String prefix, String what) {
    this.prefix = prefix;
    this.what = what;
  }

  /** Returns the name of an option of the command line. */
  String option(String name) {
    return "--%s-%s".formatted(prefix, name);
  }

  @Override
  public String toString() {
    return what;
  }
}
