package tailgate.threadperrequest;

import tailgate.server.ConcurrentStageContract;
import tailgate.server.stage.Stage;

final class ThreadPerRequestContractTest extends ConcurrentStageContract {

  @Override
  protected Stage stage() {
    return new Main().stage();
  }
}
