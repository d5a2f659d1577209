package tailgate.server;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import tailgate.http.Limits;
import tailgate.server.connection.ConnectionSettings;
import tailgate.server.connection.DescriptorBudget;
import tailgate.server.connection.Timeouts;
import tailgate.server.stage.OverloadPolicy;

final class ServerConfigTest {

  @Test
  void refusesABacklogBelowOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> config(0, 1))
        .withMessage("the backlog must be at least 1, not 0");
  }

  @Test
  void refusesACapBelowOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> config(1, 0))
        .withMessage("the cap on connections must be at least 1, not 0");
  }

  @Test
  void takesOneOfEach() {
    assertThatNoException().isThrownBy(() -> config(1, 1));
  }

  private static ServerConfig config(int backlog, int maxConnections) {
    return new ServerConfig(
        new InetSocketAddress(0),
        backlog,
        new ConnectionSettings(
            maxConnections,
            DescriptorBudget.UNLIMITED,
            0,
            Timeouts.DEFAULT,
            Limits.DEFAULT,
            ServerConfig.LEAST_REQUEST_MEMORY),
        OverloadPolicy.BLOCK,
        ServerConfig.DEFAULT_STOP_GRACE);
  }
}
