package tailgate.metrics;

import java.util.Locale;

/**
 * What the carrier threads of virtual threads do, as {@code /health/live} reports it.
 *
 * @param carriers how many carrier threads there are; 0 if nobody watches them
 * @param stuck how many of them have run the same virtual thread for about a second, without using
 *     the processor: it waits and does not release its carrier
 * @param idle how many have run no virtual thread for that long
 * @param starved whether no virtual thread has begun to run for a second
 * @param stacks of the virtual threads that carriers run, in the words of a thread dump; empty if
 *     no carrier is stuck and none is missing
 */
public record CarrierHealth(int carriers, int stuck, int idle, boolean starved, String stacks) {

  /** The health of carriers with which nothing is wrong. */
  public static final CarrierHealth FREE = new CarrierHealth(0, 0, 0, false, "");

  /**
   * Whether no virtual thread can run until one of those that hold the carriers goes on. The
   * scheduler runs on a limited number of carriers at a time. If it has more than that, it leaves
   * the others idle, although virtual threads wait.
   */
  public boolean isDead() {
    return starved && stuck > 0 && stuck + idle == carriers;
  }

  /** Says in one line {@code live}, or what is wrong. */
  public String inOneLine() {
    if (isDead()) {
      String rest = idle == 0 ? "" : ", the others run nothing";
      String share = idle == 0 ? "all " : stuck + " of ";
      return String.format(
          Locale.ROOT, "stuck: %s%d carriers wait for a second or longer%s", share, carriers, rest);
    }
    if (stuck > 0) {
      return String.format(
          Locale.ROOT, "live, but %d of %d carriers wait for a second or longer", stuck, carriers);
    }
    return starved ? "live, but no virtual thread has begun to run for a second" : "live";
  }
}
