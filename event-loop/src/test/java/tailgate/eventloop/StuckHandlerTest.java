package tailgate.eventloop;

import java.util.List;
import tailgate.soak.StuckHandlerContract;

final class StuckHandlerTest extends StuckHandlerContract {

  @Override
  protected Class<?> main() {
    return Main.class;
  }

  @Override
  protected List<String> options() {
    return List.of("--reactors", "8");
  }

  @Override
  protected String path() {
    return "/wait";
  }
}
