#!/usr/bin/env bash
#
# Expected: LockSupport.parkNanos(200 ms) waits for 200 ms if nobody unparks the thread.
# Seen on OpenJDK 21.0.8 and 25.0.4.1: it returns at once after each Thread.sleep of a virtual thread, because the timer
# that ends the sleep leaves a parking permit. A platform thread has none, nor has a virtual thread after sleep(0).
# park() may return without a reason, so this breaks no contract. But a read of a socket parks as well: with the permit it
# registers with the poller, does not wait, and registers again.
#
#   Thread after sleep(5): waits true, after sleep(0): waits true
#   VirtualThread after sleep(5): waits false, after sleep(0): waits true

set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=java.bash
source "$(dirname "$0")/java.bash"

on_both Permit <<'END_OF_SOURCE'
import java.util.concurrent.locks.LockSupport;

public class Permit {
  public static void main(String[] args) throws Exception {
    Runnable look =
        () ->
            System.out.printf(
                "%s after sleep(5): waits %s, after sleep(0): waits %s%n",
                Thread.currentThread().getClass().getSimpleName(), parkWaitsAfter(5), parkWaitsAfter(0));
    Thread platform = new Thread(look);
    platform.start();
    platform.join();
    // By reflection, so that an older compiler can be used.
    Thread virtual = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, look);
    virtual.join();
  }

  /** False only if it never waits, because a thread may be unparked for nothing. */
  static boolean parkWaitsAfter(long sleepMillis) {
    boolean waits = false;
    for (int i = 0; i < 5; i++) {
      try {
        Thread.sleep(sleepMillis);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      long begin = System.nanoTime();
      LockSupport.parkNanos(200_000_000);
      waits |= System.nanoTime() - begin > 100_000_000;
    }
    return waits;
  }
}
END_OF_SOURCE
seen_on_both 'Thread after sleep(5): waits true, after sleep(0): waits true'
seen_on_both 'VirtualThread after sleep(5): waits false, after sleep(0): waits true'
