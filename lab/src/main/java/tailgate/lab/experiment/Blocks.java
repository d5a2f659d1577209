package tailgate.lab.experiment;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Divides an experiment into blocks: each has all arms, in an order of its own. {@code
 * docs/method.md} says why.
 *
 * @param count the number of blocks, at least 1; a verdict needs ten
 * @param seed the seed of the orders
 */
public record Blocks(int count, long seed) {

  public Blocks {
    if (count < 1) {
      throw new IllegalArgumentException("there is at least 1 block, not " + count);
    }
  }

  /**
   * Returns the arms in the order of a block. The same block and seed give the same order.
   *
   * @param block the number of the block, from 1
   */
  public <A> List<A> shuffled(int block, List<A> arms) {
    List<A> order = new ArrayList<>(arms);
    // SplittableRandom: neighbouring seeds of Random give nearly the same first numbers.
    Collections.shuffle(order, new SplittableRandom(seed * 1_000_003 + block));
    return order;
  }

  /** Returns text for people, such as {@code 10 blocks in random order (seed 7)}. */
  @Override
  public String toString() {
    return format("%s in random order (seed %d)", count == 1 ? "1 block" : count + " blocks", seed);
  }
}
