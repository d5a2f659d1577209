package tailgate.lab.hyperfoil;

/**
 * Tells two recorders of each request: one for what is shown while the load lasts, one for what is
 * kept. Thread-safe, as both are.
 */
record RecorderPair(LiveRecorder live, ResultRecorder kept) implements Recorder {

  @Override
  public void departed(RequestState state, long now) {
    live.departed(state, now);
    kept.departed(state, now);
  }

  @Override
  public void answered(RequestState state, long now) {
    live.answered(state, now);
    kept.answered(state, now);
  }

  @Override
  public void failed(RequestState state, long now) {
    live.failed(state, now);
    kept.failed(state, now);
  }

  @Override
  public void unanswered(RequestState state, long now) {
    live.unanswered(state, now);
    kept.unanswered(state, now);
  }

  @Override
  public void unsent(long number, long due, long now) {
    live.unsent(number, due, now);
    kept.unsent(number, due, now);
  }
}
