package tailgate.threadpool;

import java.util.function.LongSupplier;
import tailgate.queue.AdmissionRule;
import tailgate.queue.AdmittingExecutor;
import tailgate.queue.QueueDiscipline;
import tailgate.server.QueuePolicyContract;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.OverloadPolicy;
import tailgate.server.stage.Stage;
import tailgate.threadpool.queue.QueueKind;

final class ThreadPoolQueuePolicyTest extends QueuePolicyContract {

  @Override
  protected Stage stage(
      QueueDiscipline discipline, AdmissionRule admission, LongSupplier nanoClock) {
    var pool =
        new FixedPool(
            WORKERS, 1024, QueueKind.ARRAY, OverloadPolicy.BLOCK, discipline, null, nanoClock);
    return new Stage(
        "threadpool",
        Dispatch.REQUEST,
        true,
        1,
        "8 threads",
        pool::statistics,
        AdmittingExecutor.of(pool, admission, WORKERS, nanoClock));
  }
}
