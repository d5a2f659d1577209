package tailgate.lab.claim;

/** The works whose measurements are repeated here. {@code docs/origins.md} describes each. */
public enum Origin {
  /** {@code docs/origins.md#rust-pool-study}. */
  RUST_POOL_STUDY("Rust pool study"),
  /** {@code docs/origins.md#c-server}. */
  C_SERVER("C server"),
  /** {@code docs/origins.md#threads-text}. */
  THREADS_TEXT("threads text"),
  /** {@code docs/origins.md#futex-study}. */
  FUTEX_STUDY("futex study"),
  /** {@code docs/origins.md#java-evolution}. */
  JAVA_EVOLUTION("Java evolution");

  private final String title;

  Origin(String title) {
    this.title = title;
  }

  /** As it is named in reports. */
  @Override
  public String toString() {
    return title;
  }
}
