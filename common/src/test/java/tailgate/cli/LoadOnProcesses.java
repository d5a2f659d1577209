package tailgate.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import tailgate.server.RawClient;
import tailgate.server.RawClient.Reply;

/**
 * Clients that send one request after the other: half of them on a connection that they keep, the
 * others on a new one each time. Each has at most one request in flight.
 */
final class LoadOnProcesses implements AutoCloseable {

  private final InetSocketAddress address;
  private final AtomicLong answered = new AtomicLong();
  private final AtomicInteger refused = new AtomicInteger();
  private final List<Client> clients;

  /** Volatile: written by the test. */
  private volatile boolean ended;

  /** Volatile: written by the test. */
  private volatile boolean leavesAtClose;

  LoadOnProcesses(InetSocketAddress address, int count) {
    this.address = address;
    this.clients = IntStream.range(0, count).mapToObj(i -> new Client(i % 2 == 0)).toList();
  }

  long answered() {
    return answered.get();
  }

  /** Connections that were not accepted. */
  int refused() {
    return refused.get();
  }

  /** Requests without a whole answer. */
  List<Integer> failedPerClient() {
    return clients.stream().map(client -> client.failed.get()).toList();
  }

  /** From now on a client that is told to close its connection does not come again. */
  void leaveAtClose() {
    leavesAtClose = true;
  }

  @Override
  public void close() throws InterruptedException {
    ended = true;
    for (Client client : clients) {
      client.thread.join();
    }
  }

  private final class Client {

    private final boolean keeps;
    private final AtomicInteger failed = new AtomicInteger();
    private final Thread thread;

    Client(boolean keeps) {
      this.keeps = keeps;
      this.thread = Thread.ofPlatform().daemon().start(this::run);
    }

    private void run() {
      boolean leaves = false;
      while (!ended && !leaves) {
        try (RawClient client = new RawClient(address)) {
          leaves = ask(client) && leavesAtClose;
        } catch (ConnectException e) {
          refused.incrementAndGet();
        } catch (IOException | AssertionError e) {
          failed.incrementAndGet();
        }
      }
    }

    /** Until the server closes the connection; returns whether it has done so. */
    private boolean ask(RawClient client) throws IOException {
      while (!ended) {
        Reply reply = client.get("/a.txt").read();
        if (reply.status() != 200 || !reply.text().equals("alpha")) {
          throw new IOException("not the file");
        }
        answered.incrementAndGet();
        if ("close".equals(reply.field("Connection"))) {
          return true;
        }
        if (!keeps) {
          return false;
        }
      }
      return false;
    }
  }
}
