package tailgate.lab.claim;

/** The works whose measurements are repeated here. {@code docs/origins.md} describes each. */
public enum Origin {
  RUST_POOL_STUDY("Rust pool study"),
  C_SERVER("C server"),
  THREADS_TEXT("threads text"),
  FUTEX_STUDY("futex study"),
  JAVA_EVOLUTION("Java evolution");

  private final String title;

  Origin(String title) {
    this.title = title;
  }

  /** Returns the name of the work in reports. */
  @Override
  public String toString() {
    return title;
  }
}
