package tailgate.singlethreaded;

import tailgate.server.Stage;
import tailgate.server.StageContract;

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
