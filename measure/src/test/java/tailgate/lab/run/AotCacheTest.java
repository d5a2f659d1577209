package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tailgate.cli.Rehearsal;

class AotCacheTest {

  @Test
  void theClientsAreThoseOfServe() {
    assertThat(AotCache.CLIENTS).isEqualTo(Rehearsal.class.getName());
  }
}
