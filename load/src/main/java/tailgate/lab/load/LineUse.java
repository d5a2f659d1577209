package tailgate.lab.load;

/**
 * What a relay of the lab did with the packets of a run, in both directions. A line that the kernel
 * makes longer has no such figures.
 *
 * @param packets that it got
 * @param lost of them by chance, as they were to be
 * @param lagP99Micros how much later than they were due packets left; the delay of the line itself
 *     is not in it
 */
public record LineUse(long packets, long lost, long lagP99Micros, long lagMaxMicros) {}
