package tailgate.lab.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

  @Test
  void goesFromTheLeastToTheMost() {
    Spread spread = Spread.of(List.of(9.0, 1.0, 2.0));

    assertThat(spread.least()).isEqualTo(1);
    assertThat(spread.most()).isEqualTo(9);
  }

  @Test
  void thereIsNoneOfNothing() {
    assertThatThrownBy(() -> Spread.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }
}
