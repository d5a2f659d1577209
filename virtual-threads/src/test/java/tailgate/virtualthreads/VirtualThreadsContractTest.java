package tailgate.virtualthreads;

import tailgate.server.ConcurrentStageContract;
import tailgate.server.stage.Stage;

final class VirtualThreadsContractTest extends ConcurrentStageContract {

  @Override
  protected Stage stage() {
    return new Main().stage();
  }
}
