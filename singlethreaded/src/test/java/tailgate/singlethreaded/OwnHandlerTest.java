package tailgate.singlethreaded;

import tailgate.cli.OwnHandlerContract;
import tailgate.cli.StageCommand;

final class OwnHandlerTest extends OwnHandlerContract {

  @Override
  protected StageCommand command() {
    return new Main();
  }
}
