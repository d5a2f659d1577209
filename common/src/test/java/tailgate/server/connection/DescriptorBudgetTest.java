package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DescriptorBudgetTest {

  @Test
  void givesEachDescriptorToOnePart() {
    var budget = new DescriptorBudget(200, 18);
    assertThat(budget.lingering()).isEqualTo(25);
    assertThat(budget.reserve()).isEqualTo(25);
    assertThat(budget.shared()).isEqualTo(200 - 18 - 25 - 25);
  }

  @Test
  void keepsNoMoreFromConnectionsThanIsUsed() {
    var budget = new DescriptorBudget(1 << 20, 0);
    assertThat(budget.lingering()).isEqualTo(LingeringClose.MAX);
    assertThat(budget.shared()).isEqualTo((1 << 20) - LingeringClose.MAX - 128);
  }

  @Test
  void leavesOneForAConnectionHoweverManyAreOpen() {
    assertThat(new DescriptorBudget(16, 100).shared()).isEqualTo(1);
  }

  @Test
  void hasEnoughForAnythingWithoutALimit() {
    assertThat(DescriptorBudget.UNLIMITED.shared()).isEqualTo(Integer.MAX_VALUE);
    assertThat(DescriptorBudget.UNLIMITED.lingering()).isEqualTo(LingeringClose.MAX);
  }

  @Test
  void ofThisProcessIsWithinItsLimit() {
    DescriptorBudget budget = DescriptorBudget.ofProcess();
    assertThat(budget.shared()).isPositive();
    assertThat(budget.open()).isBetween(0L, budget.limit());
  }
}
