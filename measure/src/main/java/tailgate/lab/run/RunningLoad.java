package tailgate.lab.run;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tailgate.lab.LabException;
import tailgate.lab.load.LoadSpec;

/**
 * A load that is driven on a thread of its own, until it is over or is broken off by {@link
 * #close}. All methods belong to the thread that has started it.
 */
final class RunningLoad implements AutoCloseable {

  private final String name;
  private final FutureTask<Void> driving;
  private final Thread thread;

  private RunningLoad(String name, FutureTask<Void> driving) {
    this.name = name;
    this.driving = driving;
    thread = Thread.ofPlatform().name(name).start(driving);
  }

  /**
   * Begins to drive a load.
   *
   * @param name what messages call the load
   */
  static RunningLoad start(
      String name,
      LoadGenerator<LoadSpec> generator,
      LoadSpec load,
      Ready server,
      RunContext context) {
    return new RunningLoad(
        name,
        new FutureTask<>(
            () -> {
              generator.drive(load, server, context);
              return null;
            }));
  }

  /**
   * Waits, and returns whether the load still goes on after this time.
   *
   * @throws LabException if it has failed
   */
  boolean goesOn(Duration time) throws LabException, InterruptedException {
    try {
      driving.get(time.toMillis(), TimeUnit.MILLISECONDS);
      return false;
    } catch (TimeoutException e) {
      return true;
    } catch (ExecutionException e) {
      throw failed(e);
    }
  }

  /**
   * Waits for the end of the load.
   *
   * @throws LabException if it has failed
   */
  void await() throws LabException, InterruptedException {
    try {
      driving.get();
    } catch (ExecutionException e) {
      throw failed(e);
    }
  }

  private LabException failed(ExecutionException e) {
    return new LabException(name + " failed: " + e.getMessage(), e);
  }

  /** Breaks the load off if it goes on, and returns when its generator has ended. */
  @Override
  public void close() {
    driving.cancel(true); // interrupts the thread, which stops the generator
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
