package tailgate.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FootprintTest {

  private static final Footprint EMPTY = new Footprint(0, 6_000_000, 102_400L);

  @Test
  void eachConnectionIsWhatItAdds() {
    Footprint held = new Footprint(1_000, 9_500_000, 107_400L);

    assertThat(held.liveEach(EMPTY)).isEqualTo(3_500);
    assertThat(held.residentEach(EMPTY)).isEqualTo(5);
    assertThat(EMPTY.residentMib()).isEqualTo(100);
  }

  @Test
  void whatTheKernelDoesNotSayIsUnknown() {
    Footprint held = new Footprint(1_000, 9_500_000, null);

    assertThat(held.liveEach(EMPTY)).isEqualTo(3_500);
    assertThat(held.residentEach(EMPTY)).isNaN();
    assertThat(held.residentMib()).isNaN();
  }
}
