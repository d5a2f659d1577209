package tailgate.threadpool;

import java.util.List;
import tailgate.soak.StageSoak;

final class ThreadPoolSoakTest extends StageSoak {

  ThreadPoolSoakTest() {
    super(Main.class);
  }

  @Override
  protected List<String> options() {
    return List.of("--workers", "4", "--queue", "16");
  }
}
