#!/usr/bin/env bash
#
# Expected: since JDK 25, in which a ForkJoinPool schedules tasks itself, workers of the common pool run what follows a
# timeout of CompletableFuture. On 21 the one timer thread runs it, so a slow dependent action delays all other timeouts.
# Seen on OpenJDK 21.0.8 and 25.0.4.1: it still does, although all workers of the common pool are free. It delays what
# goes to other executors too: a task of delayedExecutor(delay, executor) starts only after it. On 25 it also delays what
# a program schedules at the common pool as a ScheduledExecutorService, which looks like a scheduler with several threads.
# Another ForkJoinPool, and the sleep of a virtual thread, have timers of their own.
#
#   another timeout waits for the slow action: true
#   a task of delayedExecutor for another executor waits for the slow action: true
#   a task scheduled at the common pool waits for the slow action: true
#   a task scheduled at another ForkJoinPool waits for the slow action: false

set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=java.bash
source "$(dirname "$0")/java.bash"

on_both Timeouts <<'END_OF_SOURCE'
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

public class Timeouts {
  public static void main(String[] args) throws Exception {
    ExecutorService other = Executors.newCachedThreadPool();
    look("another timeout", () -> new CompletableFuture<>().completeOnTimeout("", 300, TimeUnit.MILLISECONDS));
    look(
        "a task of delayedExecutor for another executor",
        () ->
            CompletableFuture.runAsync(
                () -> {}, CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS, other)));
    // A ForkJoinPool is a ScheduledExecutorService since 25, and the compiler may be older.
    Object common = ForkJoinPool.commonPool();
    if (common instanceof ScheduledExecutorService) {
      look("a task scheduled at the common pool", () -> schedule(common));
      look("a task scheduled at another ForkJoinPool", () -> schedule(new ForkJoinPool(2)));
    }
    System.exit(0);
  }

  static Future<?> schedule(Object pool) {
    return ((ScheduledExecutorService) pool).schedule(() -> "", 300, TimeUnit.MILLISECONDS);
  }

  /** The slow action begins after 100 ms and takes 3 s. */
  static void look(String name, Supplier<Future<?>> delayed) throws Exception {
    CompletableFuture<Void> slow =
        new CompletableFuture<>().completeOnTimeout("", 100, TimeUnit.MILLISECONDS).thenAccept(x -> sleep());
    delayed.get().get();
    System.out.printf("%s waits for the slow action: %s%n", name, slow.isDone());
    slow.get();
  }

  static void sleep() {
    try {
      Thread.sleep(3000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
END_OF_SOURCE
seen_on_both 'another timeout waits for the slow action: true'
seen_on_both 'a task of delayedExecutor for another executor waits for the slow action: true'
if ! grep -qx 'a task scheduled at the common pool waits for the slow action: true' "$work/seen" ||
  ! grep -qx 'a task scheduled at another ForkJoinPool waits for the slow action: false' "$work/seen"; then
  echo "CHANGED: the common pool" >&2
  exit 1
fi
