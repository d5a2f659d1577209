#!/usr/bin/env bash
#
# Expected: a socket for which a selector does not report OP_WRITE takes no bytes.
# Seen on Linux 6.18, OpenJDK 21.0.8 and 25.0.4.1: once the send buffer was full, the selector reports room only
# when a third of the buffer has drained. Until then each write takes what the client has read meanwhile: here 33 writes
# move 3 MB while the selector reports nothing. So a server that counts a client's progress by what the selector reports
# thinks that a client which reads 20 KB a second has taken nothing for a minute.
#
#   the selector has reported room: 0 times, writes that moved bytes all the same: more than 10, bytes: more than 1 MB

set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=java.bash
source "$(dirname "$0")/java.bash"

uname -sr
on_both Room <<'END_OF_SOURCE'
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

public class Room {
  static final ByteBuffer OUT = ByteBuffer.allocateDirect(1 << 20);

  public static void main(String[] args) throws Exception {
    try (ServerSocketChannel port = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
        SocketChannel client = SocketChannel.open(port.getLocalAddress());
        SocketChannel server = port.accept();
        Selector selector = Selector.open()) {
      server.configureBlocking(false);
      server.register(selector, SelectionKey.OP_WRITE);
      fill(server);
      long reported = 0;
      long writes = 0;
      long moved = 0;
      ByteBuffer in = ByteBuffer.allocate(8192);
      for (long read = 0; read < 3_000_000; ) { // slowly
        read += client.read(in.clear());
        Thread.sleep(1);
        reported += selector.selectNow();
        selector.selectedKeys().clear();
        long n = server.write(OUT.clear());
        writes += n > 0 ? 1 : 0;
        moved += n;
      }
      System.out.printf(
          "the selector has reported room: %d times, writes that moved bytes all the same: %s, bytes: %s%n",
          reported, writes > 10 ? "more than 10" : writes, moved > 1_000_000 ? "more than 1 MB" : moved);
    }
  }

  /** Until several writes in a row have moved nothing. */
  static void fill(SocketChannel server) throws IOException, InterruptedException {
    for (int full = 0; full < 5; ) {
      full = server.write(OUT.clear()) == 0 ? full + 1 : 0;
      Thread.sleep(50);
    }
  }
}
END_OF_SOURCE
seen_on_both 'the selector has reported room: 0 times, writes that moved bytes all the same: more than 10, bytes: more than 1 MB'
