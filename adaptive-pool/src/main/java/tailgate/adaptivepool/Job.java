package tailgate.adaptivepool;

/** A task in the queue, and since when, so that its wait can be told from its work. */
record Job(Runnable task, long queuedAtNanos) {}
