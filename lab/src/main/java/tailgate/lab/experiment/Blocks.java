package tailgate.lab.experiment;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

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

  /**
   * Returns the arm that is measured twice in each block; null if none is. A verdict needs one; the
   * short form has none as long as it has one block, of which there is no verdict anyway.
   */
  public @Nullable String twin(boolean quick, String arm) {
    return quick && count == 1 ? null : arm;
  }

  /** Returns text for people, such as {@code 10 blocks in random order (seed 7)}. */
  @Override
  public String toString() {
    return format("%s in random order (seed %d)", count == 1 ? "1 block" : count + " blocks", seed);
  }
}
