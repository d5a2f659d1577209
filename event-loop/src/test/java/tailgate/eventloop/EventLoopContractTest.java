package tailgate.eventloop;

import tailgate.server.ConcurrentStageContract;
import tailgate.server.stage.Stage;

final class EventLoopContractTest extends ConcurrentStageContract {

  @Override
  protected Stage stage() {
    return new Main().stage();
  }

  @Override
  protected boolean servesOnTheAcceptingThread() {
    return true;
  }
}
