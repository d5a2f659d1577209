package tailgate.adaptivepool;

import tailgate.server.ConcurrentStageContract;
import tailgate.server.stage.Stage;

final class AdaptivePoolContractTest extends ConcurrentStageContract {

  @Override
  protected Stage stage() {
    return new Main().stage();
  }
}
