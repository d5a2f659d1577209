package tailgate.adaptivepool;

import java.time.Duration;
import java.util.function.LongSupplier;
import tailgate.adaptivepool.policy.Cause;
import tailgate.adaptivepool.policy.LittlesLawPolicy;
import tailgate.metrics.PoolResizes;
import tailgate.queue.AdmissionRule;
import tailgate.queue.AdmittingExecutor;
import tailgate.queue.QueueDiscipline;
import tailgate.server.QueuePolicyContract;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.OverloadPolicy;
import tailgate.server.stage.Stage;

final class AdaptivePoolQueuePolicyTest extends QueuePolicyContract {

  @Override
  protected Stage stage(
      QueueDiscipline discipline, AdmissionRule admission, LongSupplier nanoClock) {
    var config =
        new AdaptivePoolConfig(
            WORKERS,
            WORKERS,
            1024,
            discipline,
            OverloadPolicy.BLOCK,
            Duration.ofMillis(100),
            new LittlesLawPolicy(),
            DecideBy.MONITOR,
            null,
            "adaptive-pool",
            nanoClock);
    var resizes = new PoolResizes<>(Cause.class);
    var pool = new AdaptivePool(config, new ResizeLog(resizes));
    return new Stage(
        "adaptive-pool",
        Dispatch.REQUEST,
        true,
        1,
        "8 threads",
        new AdaptivePoolGauges(pool, config, resizes),
        AdmittingExecutor.of(pool, admission, WORKERS, nanoClock));
  }
}
