package tailgate.queue;

/** Why an item is refused and not performed: it is too late, or one too many. */
public enum Lateness {
  /** The queue is overloaded, and the item has waited longer than {@link CoDel} tolerates. */
  CODEL,

  /** The item has waited longer than anybody waits for it, overload or not. */
  DEADLINE,

  /** More are inside than the {@link AdmissionController} lets in. The item has not waited. */
  ADMISSION
}
