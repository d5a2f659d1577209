package tailgate.lab.experiment;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import tailgate.lab.claim.Look;

/**
 * Divides an experiment into blocks: each has all arms, in an order of its own. {@code
 * docs/method.md} says why.
 *
 * @param count the number of blocks, at least 1; a verdict needs ten
 * @param looks at which the run can end, the last one after all blocks; empty if the number of
 *     blocks is fixed
 */
public record Blocks(int count, long seed, List<Look> looks) {

  public Blocks {
    if (count < 1) {
      throw new IllegalArgumentException("there is at least 1 block, not " + count);
    }
    looks = looks == null ? List.of() : List.copyOf(looks);
  }

  public Blocks(int count, long seed) {
    this(count, seed, List.of());
  }

  /**
   * Returns blocks that end at a look.
   *
   * @param p the p-value with which claims have to be decided
   */
  public static Blocks sequential(double p, long seed) {
    List<Look> looks = Look.several(p);
    return new Blocks(looks.getLast().blocks(), seed, looks);
  }

  /** Returns the number of blocks that are made at least. */
  public int fewest() {
    return looks.isEmpty() ? count : looks.getFirst().blocks();
  }

  /** Returns the last look at a run of which so many blocks were made, or the first one. */
  public Look look(int made) {
    return looks.isEmpty()
        ? Look.ONLY
        : looks.stream()
            .filter(look -> look.blocks() <= made)
            .reduce(looks.getFirst(), (before, look) -> look);
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
    String blocks = count == 1 ? "1 block" : count + " blocks";
    return format(
        "%s%s in random order (seed %d)", looks.isEmpty() ? "" : "at most ", blocks, seed);
  }
}
