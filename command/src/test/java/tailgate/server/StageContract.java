package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.content.TestSite;
import tailgate.server.RawClient.Reply;
import tailgate.server.connection.Timeouts;
import tailgate.server.observe.ServerCounters.Overload;
import tailgate.server.observe.ServerCounters.ServerEvent;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.OverloadPolicy;

/**
 * What every stage owes its clients, on real sockets and in wire bytes. Each stage inherits it;
 * nothing here knows which stage runs, or needs two clients to be served at the same time.
 *
 * <p>{@link MessageContract} has what it says to well-formed requests, {@link RefusalContract} to
 * others, {@link AdversityContract} what it survives, {@link LastResponseContract} how a connection
 * ends, {@link MetricsContract} what it counts, {@link StopContract} how it stops; here is what it
 * does when it is full.
 */
public abstract class StageContract extends StopContract {
  // ---- overload

  @Test
  void turnsAwayOneConnectionMoreThanItsCap() throws Exception {
    server.close();
    CountDownLatch release = new CountDownLatch(1);
    server =
        start(TestServer.config(1, OverloadPolicy.REJECT, Timeouts.DEFAULT), blockedBy(release));
    try (RawClient first = server.connect()) {
      first.get("/a.txt");
      if (servesOnTheAcceptingThread()) {
        release.countDown(); // nobody else could accept the second one meanwhile
        assertThat(first.read().text()).isEqualTo("alpha");
        return;
      }
      server.awaitConnections(1);
      try (RawClient second = server.connect()) {
        Reply reply = second.get("/a.txt").read();
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.field("Retry-After")).isNotNull();
        assertThat(second.isClosedByServer()).isTrue();
      }
      assertThat(server.server().counters().overloads(Overload.CONNECTIONS)).isEqualTo(1);
      release.countDown();
      assertThat(first.read().text()).isEqualTo("alpha");
    }
  }

  @Test
  void letsOneConnectionMoreThanItsCapWait() throws Exception {
    server.close();
    server =
        start(TestServer.config(1, OverloadPolicy.BLOCK, Timeouts.DEFAULT), TestSite.files(root));
    RawClient first = server.connect();
    assertThat(first.get("/a.txt").read().text()).isEqualTo("alpha");
    try (RawClient second = server.connect()) {
      second.get("/b.txt");
      first.close();
      assertThat(second.read().text()).isEqualTo("beta");
    }
  }

  @ParameterizedTest
  @EnumSource(OverloadPolicy.class)
  void closesTheConnectionThatIsIdleForLongestForANewOne(OverloadPolicy overload) throws Exception {
    if (servesOnTheAcceptingThread()) {
      return; // an idle client keeps the one thread
    }
    server.close();
    server = start(TestServer.config(2, overload, Timeouts.DEFAULT), TestSite.files(root));
    try (RawClient idle = server.connect();
        RawClient active = server.connect()) {
      idle.get("/a.txt").read();
      for (int i = 0; i < 15; i++) {
        active.get("/a.txt").read();
        Thread.sleep(100);
      }
      assertThat(server.server().cap().isReached()).as("nobody else has come").isFalse();
      try (RawClient third = server.connect()) {
        assertThat(third.get("/b.txt").read().text()).isEqualTo("beta");
        assertThat(idle.isClosedByServer()).isTrue();
        assertThat(active.get("/a.txt").read().text()).isEqualTo("alpha");
      }
      assertThat(server.server().counters().events(ServerEvent.EVICTED_IDLE)).isEqualTo(1);
      assertThat(server.server().counters().overloads()).isZero();
    }
  }

  @Test
  void limitsTheConnectionsOfOneClient() throws Exception {
    if (servesOnTheAcceptingThread()) {
      return; // it has one connection at a time
    }
    server.close();
    server = start(TestServer.configPerClient(1), TestSite.files(root));
    try (RawClient first = server.connect()) {
      assertThat(first.get("/a.txt").read().text()).isEqualTo("alpha");
      try (RawClient second = server.connect()) {
        assertThat(second.get("/a.txt").read().status()).isEqualTo(503);
        assertThat(second.isClosedByServer()).isTrue();
      }
      assertThat(server.server().counters().overloads(Overload.CLIENT)).isEqualTo(1);
    }
    server.awaitConnections(0);
    assertServes(server);
  }

  @Test
  void doesNotSpinWhileItsCapIsReached() throws Exception {
    server.close();
    server =
        start(TestServer.config(1, OverloadPolicy.BLOCK, Timeouts.DEFAULT), TestSite.files(root));
    try (RawClient first = server.connect()) {
      // Before the second connects: with several reactors either could get the one permit.
      assertThat(first.get("/a.txt").read().text()).isEqualTo("alpha");
      try (RawClient second = server.connect()) {
        second.get("/a.txt");
        long begin = System.nanoTime();
        long before = cpuNanosOfItsThreads();
        Awaitility.await()
            .during(Duration.ofMillis(500))
            .until(() -> server.server().openConnections() == 1);
        assertThat(cpuNanosOfItsThreads() - before)
            .isLessThan(
                (System.nanoTime() - begin) / 5); // a thread that spins takes all it can get
      }
    }
  }

  // ---- both kinds of dispatch

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void servesWithEitherDispatch(Dispatch dispatch) throws Exception {
    server.close();
    server =
        TestServer.start(
            TestServer.with(stage(), dispatch, true), TestServer.config(), TestSite.files(root));
    try (RawClient client = server.connect()) {
      assertThat(client.get("/a.txt").read().text()).isEqualTo("alpha");
      assertThat(client.get("/big.bin").read().body()).isEqualTo(bytes(BIG));
      for (char octet : Wire.get("/b.txt").toCharArray()) {
        client.send(String.valueOf(octet));
      }
      assertThat(client.read().text()).isEqualTo("beta");
    }
    assertThat(server.stop()).isTrue();
  }
}
