package tailgate.adaptivepool;

import java.util.List;
import tailgate.soak.ThreadLimitContract;

final class ThreadLimitTest extends ThreadLimitContract {

  @Override
  protected Class<?> main() {
    return Main.class;
  }

  @Override
  protected List<String> options() {
    return List.of("--min-workers", "1", "--simulate-io", "200ms");
  }
}
