package tailgate.downstream;

/** Lets at most some calls run at the same time. Thread-safe. */
interface Bound {

  /** A bound that every call passes. */
  Bound NONE =
      new Bound() {
        @Override
        public boolean enter() {
          return true;
        }

        @Override
        public void leave() {
          // nobody waits
        }
      };

  /**
   * Waits until a call may begin.
   *
   * @return false if it may not begin within the time limit
   */
  boolean enter() throws InterruptedException;

  /** Says that a call has ended for which {@link #enter} returned true. */
  void leave();
}
