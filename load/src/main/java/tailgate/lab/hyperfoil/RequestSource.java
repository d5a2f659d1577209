package tailgate.lab.hyperfoil;

/** Gives the users of a load their requests. Users call it on their event loops. */
interface RequestSource {

  /**
   * Gives a user its next request, which may be due later, and {@link Schedule#NEVER} if there is
   * none for it now.
   *
   * @return whether any user has or will have a request; if none has, the load is over
   */
  boolean take(RequestState user);
}
