package tailgate.threadpool;

import tailgate.server.ConcurrentStageContract;
import tailgate.server.stage.Stage;

final class ThreadPoolContractTest extends ConcurrentStageContract {

  @Override
  protected Stage stage() {
    return new Main().stage();
  }
}
