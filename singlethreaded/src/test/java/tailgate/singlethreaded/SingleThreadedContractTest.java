package tailgate.singlethreaded;

import org.junit.jupiter.api.Tag;
import tailgate.server.StageContract;
import tailgate.server.stage.Stage;

@Tag("slow")
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
