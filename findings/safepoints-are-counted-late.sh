#!/usr/bin/env bash
#
# Expected: HotSpot counts a safepoint before it lets the threads go on, and as long as they stood still. So what jstat
# reads, sun.rt.safepointTime, is the time in which nothing ran.
# Seen on OpenJDK 21.0.8 and 25.0.4.1 with one processor and eight threads that compute: the threads go on first, and the
# safepoint is counted once its own thread has a processor again. Most of the pieces of work that a collection delayed were
# done before that, and the safepoints have more than twice the time of the collections that they were for. The
# collections (sun.gc.collector.1.time) are counted before the threads go on. So who wants to know what a stop did to a
# request on a small container reads the time of the collectors.
#
#   work was done before the safepoint was counted: mostly, before the collection was counted: never or hardly
#   time of safepoints is more than twice that of collections: true
#
# Needs taskset.

set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=java.bash
source "$(dirname "$0")/java.bash"

processor=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')
taskset -pc "$processor" $$ >"$work/taskset"

on_both Safepoints <<'END_OF_SOURCE'
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.nio.channels.FileChannel;

public class Safepoints {
  private static final Map<String, Integer> PLACES = new HashMap<>();
  private static ByteBuffer memory;

  public static void main(String[] args) throws Exception {
    Path file =
        Path.of("/tmp/hsperfdata_" + System.getProperty("user.name"), "" + ProcessHandle.current().pid());
    try (FileChannel channel = FileChannel.open(file)) {
      memory = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
    }
    memory.order(memory.get(4) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    for (int i = 0, entry = memory.getInt(24); i < memory.getInt(28); i++, entry += memory.getInt(entry)) {
      StringBuilder name = new StringBuilder();
      for (int at = entry + memory.getInt(entry + 4); memory.get(at) != 0; at++) {
        name.append((char) memory.get(at));
      }
      PLACES.put(name.toString(), entry + memory.getInt(entry + 16));
    }
    List<byte[]> live = new ArrayList<>(); // so that a collection takes some milliseconds
    for (int i = 0; i < 300_000; i++) {
      live.add(new byte[40]);
    }
    long safepoints = value("sun.rt.safepointTime");
    long collections = value("sun.gc.collector.1.time");
    AtomicInteger delayed = new AtomicInteger();
    AtomicInteger beforeSafepoint = new AtomicInteger();
    AtomicInteger beforeCollection = new AtomicInteger();
    long end = System.nanoTime() + 8_000_000_000L;
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(
          new Thread(
              () -> {
                while (System.nanoTime() < end) {
                  long begun = value("sun.rt.safepoints");
                  long begunCollections = value("sun.gc.collector.1.invocations");
                  long safepoint = value("sun.rt.safepointTime");
                  long collection = value("sun.gc.collector.1.time");
                  compute();
                  boolean isCollection =
                      value("sun.gc.collector.1.invocations") == begunCollections + 1
                          && value("sun.rt.safepoints") == begun + 1;
                  if (isCollection) {
                    delayed.incrementAndGet();
                    beforeSafepoint.addAndGet(value("sun.rt.safepointTime") == safepoint ? 1 : 0);
                    beforeCollection.addAndGet(value("sun.gc.collector.1.time") == collection ? 1 : 0);
                  }
                }
              }));
    }
    threads.forEach(Thread::start);
    while (System.nanoTime() < end - 500_000_000) {
      Thread.sleep(50);
      System.gc();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.err.printf(
        "%d delayed, %d before the safepoint was counted, %d before the collection was; %d and %d ms, %d objects%n",
        delayed.get(), beforeSafepoint.get(), beforeCollection.get(),
        (value("sun.rt.safepointTime") - safepoints) / 1_000_000,
        (value("sun.gc.collector.1.time") - collections) / 1_000_000, live.size());
    System.out.printf(
        "work was done before the safepoint was counted: %s, before the collection was counted: %s%n",
        beforeSafepoint.get() > delayed.get() / 2 ? "mostly" : "not mostly",
        beforeCollection.get() <= delayed.get() / 20 ? "never or hardly" : "at times");
    System.out.printf(
        "time of safepoints is more than twice that of collections: %s%n",
        value("sun.rt.safepointTime") - safepoints > 2 * (value("sun.gc.collector.1.time") - collections));
  }

  private static long value(String name) {
    return memory.getLong(PLACES.get(name));
  }

  private static int compute() {
    int sum = 0;
    for (long end = System.nanoTime() + 1_000_000; System.nanoTime() < end; ) {
      sum += (int) System.nanoTime();
    }
    return sum;
  }
}
END_OF_SOURCE
seen_on_both 'work was done before the safepoint was counted: mostly, before the collection was counted: never or hardly'
seen_on_both 'time of safepoints is more than twice that of collections: true'
