package tailgate.threadperrequest;

import org.junit.jupiter.api.Tag;
import tailgate.server.ConcurrentStageContract;
import tailgate.server.stage.Stage;

/** With two acceptors, however many processors there are. */
@Tag("slow")
final class ThreadPerRequestContractTest extends ConcurrentStageContract {

  @Override
  protected Stage stage() {
    Stage usual = new Main().stage();
    return new Stage(
        usual.name(),
        usual.dispatch(),
        usual.keepAlive(),
        2,
        usual.workers(),
        usual.pool(),
        usual.admission(),
        usual.executor());
  }
}
