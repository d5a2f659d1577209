package tailgate.adaptivepool;

import tailgate.server.ConcurrentStageContract;
import tailgate.server.Stage;

final class AdaptivePoolContractTest extends ConcurrentStageContract {

  @Override
  protected Stage stage() {
    return new Main().stage();
  }
}
