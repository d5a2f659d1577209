package tailgate.adaptivepool;

/** What came of a look at the pool. */
enum Outcome {
  /** Workers have been added. */
  GREW,

  /** Tasks are queued for which no worker is free, and none has been added. */
  STUCK,

  /** Every task has its worker. */
  CALM
}
