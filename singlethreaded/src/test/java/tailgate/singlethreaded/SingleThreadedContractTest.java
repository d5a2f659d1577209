package tailgate.singlethreaded;

import tailgate.server.StageContract;
import tailgate.server.stage.Stage;

final class SingleThreadedContractTest extends StageContract {

  @Override
  protected Stage stage() {
    return new Main().stage();
  }

  @Override
  protected boolean servesOnTheAcceptingThread() {
    return true;
  }
}
