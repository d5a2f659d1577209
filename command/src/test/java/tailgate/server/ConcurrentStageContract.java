package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import tailgate.content.TestSite;
import tailgate.http.Handler;
import tailgate.server.connection.DescriptorBudget;
import tailgate.server.observe.ServerCounters.ServerEvent;

/** What every stage owes its clients that serves more than one of them at a time. */
public abstract class ConcurrentStageContract extends StageContract {

  @Test
  void servesManyClientsAtOnceEachItsOwn() throws Exception {
    int clients = 50;
    CountDownLatch together = new CountDownLatch(clients);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        String name = i % 2 == 0 ? "a.txt" : "b.txt";
        String text = i % 2 == 0 ? "alpha" : "beta";
        results.add(
            threads.submit(
                () -> {
                  try (RawClient client = server().connect()) {
                    together.countDown();
                    together.await();
                    for (int k = 0; k < 100; k++) {
                      assertThat(client.get("/" + name).read().text()).isEqualTo(text);
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> result : results) {
        result.get();
      }
    }
  }

  @Test
  void servesOthersWhileAClientDribblesItsRequest() throws Exception {
    try (RawClient dribbler = server().connect()) {
      dribbler.send("GET /a.txt HT");
      server().awaitConnections(1);
      assertServes(server());
      assertThat(dribbler.send("TP/1.1\r\nHost: test\r\n\r\n").read().text()).isEqualTo("alpha");
    }
  }

  /** More than there are workers or reactors, if threads are shared. */
  @Test
  void servesOthersWhileResponsesAreDeferred() throws Exception {
    server().close();
    var work = new CompletableFuture<Void>();
    Handler files = TestSite.files(root);
    Handler deferred = deferredBy(work);
    server =
        start(
            TestServer.config(),
            request -> (request.query().isEmpty() ? files : deferred).handle(request));
    List<RawClient> waiting = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        waiting.add(server().connect().get("/b.txt?deferred"));
      }
      server().awaitConnections(100);
      assertServes(server());
      work.complete(null);
      for (RawClient client : waiting) {
        assertThat(client.read().text()).isEqualTo("beta");
      }
    } finally {
      for (RawClient client : waiting) {
        client.close();
      }
    }
  }

  /** Two descriptors, and one more while an idle connection ends. */
  @Test
  void closesTheConnectionThatIsIdleForLongestForAFile() throws Exception {
    server().close();
    server = start(TestServer.config(new DescriptorBudget(16, 10)), TestSite.files(root));
    try (RawClient idle = server().connect();
        RawClient active = server().connect()) {
      idle.get("/a.txt").read();
      active.get("/a.txt").read();
      Thread.sleep(1500); // whoever was active within a second is spared
      active.get("/a.txt").read();
      active.get("/big.bin").readHead();
      active.readBytes(8 << 20);
      assertThat(idle.isClosedByServer()).isTrue();
      try (RawClient third = server().connect()) {
        assertThat(third.get("/b.txt").read().text()).isEqualTo("beta");
      }
      assertThat(active.get("/a.txt").read().text()).isEqualTo("alpha");
      assertThat(server().server().counters().events(ServerEvent.EVICTED_IDLE)).isEqualTo(1);
      assertThat(server().server().counters().overloads()).isZero();
    }
  }

  @Test
  void closesIdleConnectionsWhileOthersFinish() throws Exception {
    try (RawClient idle = server().connect();
        RawClient busy = new RawClient(server().server().address(), 4096)) {
      idle.get("/a.txt").read();
      busy.get("/big.bin").readHead();
      Thread stopper =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      server().stop();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  });
      assertThat(idle.isClosedByServer()).isTrue();
      assertThat(stopper.isAlive()).isTrue();
      busy.readBytes(8 << 20);
      stopper.join();
    }
  }

  /** So many end at once that a wait which is forgotten for one of them is seen. */
  @Test
  void closesHundredsOfIdleConnectionsThoughTheirClientsKeepThem() throws Exception {
    List<RawClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 300; i++) {
        RawClient client = server().connect();
        clients.add(client);
        assertThat(client.get("/a.txt").read().text()).isEqualTo("alpha");
      }
      assertThat(server().stop()).isTrue();
      for (RawClient client : clients) {
        assertThat(client.isClosedByServer()).isTrue();
      }
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
  }
}
