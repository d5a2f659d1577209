package tailgate.lab.results;

/**
 * A run of which there are no figures.
 *
 * @param failed which one
 * @param reason may have several lines, the first of which says it
 */
public record Failure(String failed, String reason) {

  @Override
  public String toString() {
    return failed + ": FAILED: " + reason;
  }
}
