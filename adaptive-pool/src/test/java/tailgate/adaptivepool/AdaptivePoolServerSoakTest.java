package tailgate.adaptivepool;

import java.util.List;
import tailgate.soak.StageSoak;

final class AdaptivePoolServerSoakTest extends StageSoak {

  AdaptivePoolServerSoakTest() {
    super(Main.class);
  }

  @Override
  protected List<String> options() {
    return List.of("--min-workers", "1", "--max-workers", "8", "--queue", "16");
  }
}
