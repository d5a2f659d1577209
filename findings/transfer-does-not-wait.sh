#!/usr/bin/env bash
#
# Expected: FileChannel.transferTo waits for room if its target is a SocketChannel in blocking mode.
# Seen on OpenJDK 21.0.8 and 25.0.4.1: on a virtual thread that has written to the channel before, it returns 0 without
# waiting, also while isBlocking() is true; a loop over it computes until the client has read. Before the first write it
# waits. The first write or read on a virtual thread makes the descriptor non-blocking; write() then
# parks where there is no room, transferTo does not.
#
#   Thread, nothing written before: returned 0: never
#   Thread, a byte written before: returned 0: never
#   VirtualThread, nothing written before: returned 0: never
#   VirtualThread, a byte written before: returned 0: thousands of times

set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=java.bash
source "$(dirname "$0")/java.bash"

on_both Transfer <<'END_OF_SOURCE'
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

public class Transfer {
  static final int SIZE = 64 << 20; // more than the kernel keeps for the client

  public static void main(String[] args) throws Exception {
    Path file = Files.createTempFile("transfer", "");
    try (FileChannel made = FileChannel.open(file, StandardOpenOption.WRITE)) {
      made.write(ByteBuffer.allocate(1), SIZE - 1);
    }
    for (boolean written : new boolean[] {false, true}) {
      Thread platform = new Thread(() -> send(file, written));
      platform.start();
      platform.join();
    }
    for (boolean written : new boolean[] {false, true}) {
      Runnable send = () -> send(file, written);
      // By reflection, so that an older compiler can be used.
      ((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, send)).join();
    }
    Files.delete(file);
  }

  static void send(Path file, boolean written) {
    try (ServerSocketChannel port = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
        SocketChannel client = SocketChannel.open(port.getLocalAddress());
        SocketChannel target = port.accept();
        FileChannel source = FileChannel.open(file)) {
      if (written) {
        target.write(ByteBuffer.allocate(1));
      }
      readLater(client);
      long zeros = 0;
      for (long at = 0; at < SIZE; ) {
        long moved = source.transferTo(at, SIZE - at, target);
        at += moved;
        zeros += moved == 0 ? 1 : 0;
        if (!target.isBlocking()) {
          throw new IllegalStateException("not blocking");
        }
      }
      System.out.printf(
          "%s, %s written before: returned 0: %s%n",
          Thread.currentThread().getClass().getSimpleName(),
          written ? "a byte" : "nothing",
          zeros == 0 ? "never" : zeros < 1000 ? "sometimes" : "thousands of times");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void readLater(SocketChannel client) {
    Thread reader =
        new Thread(
            () -> {
              try {
                Thread.sleep(1000);
                ByteBuffer into = ByteBuffer.allocate(1 << 20);
                while (client.read(into.clear()) >= 0) {}
              } catch (Exception e) {
                // the end
              }
            });
    reader.setDaemon(true);
    reader.start();
  }
}
END_OF_SOURCE
seen_on_both 'Thread, nothing written before: returned 0: never'
seen_on_both 'Thread, a byte written before: returned 0: never'
seen_on_both 'VirtualThread, nothing written before: returned 0: never'
seen_on_both 'VirtualThread, a byte written before: returned 0: thousands of times'
