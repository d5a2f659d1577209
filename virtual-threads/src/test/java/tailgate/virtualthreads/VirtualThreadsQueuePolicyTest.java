package tailgate.virtualthreads;

import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import tailgate.cli.AdmissionOptions;
import tailgate.queue.AdmissionRule;
import tailgate.queue.DisciplinedSemaphore;
import tailgate.queue.QueueDiscipline;
import tailgate.queue.TaskExecutor;
import tailgate.server.QueuePolicyContract;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

final class VirtualThreadsQueuePolicyTest extends QueuePolicyContract {

  @Override
  protected Stage stage(
      QueueDiscipline discipline, AdmissionRule admission, LongSupplier nanoClock) {
    var semaphore = new DisciplinedSemaphore(WORKERS, 1024, discipline, admission, nanoClock);
    return new Stage(
        "virtual-threads",
        Dispatch.CONNECTION,
        true,
        1,
        "8 at a time",
        () -> AdmissionOptions.statistics(0, 1024, semaphore),
        semaphore,
        TaskExecutor.of(Executors.newVirtualThreadPerTaskExecutor()));
  }
}
