package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tailgate.server.connection.DescriptorBudget;

final class CapacityOptionsTest {

  private final CapacityOptions options = new CapacityOptions();

  @Test
  void saysInOneLineThatThereAreTooFewDescriptors() {
    assertThat(options.shortage(new DescriptorBudget(1024, 24)))
        .isEqualTo(
            "at most 744 of the 20000 connections fit into the limit of 1024 open files:"
                + " raise it (ulimit -n), or lower --max-connections");
  }

  @Test
  void saysNothingIfThereAreEnough() {
    assertThat(options.shortage(DescriptorBudget.UNLIMITED)).isNull();
    options.maxConnections = 744;
    assertThat(options.shortage(new DescriptorBudget(1024, 24))).isNull();
  }
}
