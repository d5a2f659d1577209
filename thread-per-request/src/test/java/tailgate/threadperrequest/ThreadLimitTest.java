package tailgate.threadperrequest;

import java.util.List;
import tailgate.soak.ThreadLimitContract;

final class ThreadLimitTest extends ThreadLimitContract {

  @Override
  protected Class<?> main() {
    return Main.class;
  }

  @Override
  protected List<String> options() {
    return List.of();
  }
}
