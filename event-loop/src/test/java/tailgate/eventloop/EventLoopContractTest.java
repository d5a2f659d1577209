package tailgate.eventloop;

import org.junit.jupiter.api.Tag;
import tailgate.server.ConcurrentStageContract;
import tailgate.server.stage.Stage;

@Tag("slow")
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
