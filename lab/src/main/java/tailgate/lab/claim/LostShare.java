package tailgate.lab.claim;

import java.util.List;
import tailgate.lab.stats.Interval;
import tailgate.lab.stats.SmallSample;

/**
 * The share of requests that were lost, as counted in several blocks.
 *
 * <p>If none was lost, the interval ends where so few would be unlikely: at about 3 / n for 95 %.
 * Else it contains two intervals: Wilson's of independent requests, and Student's of the shares of
 * the blocks, because losses come in bursts, and those of one block say less than as many of ten.
 *
 * @param lost the requests of each block that were lost
 * @param all the requests of each block
 */
record LostShare(List<Double> lost, List<Double> all) {

  Interval interval(double error) {
    double requests = sum(all);
    double share = sum(lost) / requests;
    if (share == 0) {
      return new Interval(0, 0, 1 - Math.pow(error, 1 / requests));
    }
    double t = SmallSample.tQuantile(1 - error / 2, lost.size() - 1);
    double weight = t * t / requests;
    double middle = (share + weight / 2) / (1 + weight);
    double half = Math.sqrt(weight * (share * (1 - share) + weight / 4)) / (1 + weight);
    double ofBlocks = t * deviation(share);
    return new Interval(
        Math.max(0, Math.min(middle - half, share - ofBlocks)),
        share,
        Math.clamp(Math.max(middle + half, share + ofBlocks), share, 1));
  }

  /** Returns the standard deviation of the share, as the blocks show it. */
  private double deviation(double share) {
    double squares = 0;
    for (int block = 0; block < lost.size(); block++) {
      squares += Math.pow(lost.get(block) - share * all.get(block), 2);
    }
    return Math.sqrt(squares * lost.size() / (lost.size() - 1)) / sum(all);
  }

  private static double sum(List<Double> counts) {
    return counts.stream().mapToDouble(Double::doubleValue).sum();
  }
}
