package tailgate.threadperrequest;

import org.junit.jupiter.api.Tag;
import tailgate.server.ConcurrentStageContract;
import tailgate.server.stage.Stage;

@Tag("slow")
final class ThreadPerRequestContractTest extends ConcurrentStageContract {

  @Override
  protected Stage stage() {
    return new Main().stage();
  }
}
