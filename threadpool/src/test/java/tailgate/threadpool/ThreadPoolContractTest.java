package tailgate.threadpool;

import tailgate.server.ConcurrentStageContract;
import tailgate.server.Stage;

final class ThreadPoolContractTest extends ConcurrentStageContract {

  @Override
  protected Stage stage() {
    return new Main().stage();
  }
}
