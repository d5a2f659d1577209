package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.StubChannel;
import tailgate.server.StubTransfer;
import tailgate.server.Wire;
import tailgate.server.observe.ServerCounters.Overload;
import tailgate.server.observe.ServerCounters.ServerEvent;

/** Files that are sent while descriptors are short: four for connections and files. */
final class SharedDescriptorsTest {

  private static final int SHARED = 4;

  /** Two of them may be taken beyond those. */
  private static final int RESERVE = 4;

  private final List<StubTransfer> files = new ArrayList<>();

  private final TestContext test =
      TestContext.with(
          new DescriptorBudget(8 * RESERVE, 8 * RESERVE - 2 * RESERVE - SHARED),
          request -> {
            files.add(new StubTransfer(new byte[100]));
            return Response.status(Status.OK).body(files.getLast());
          });

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void aFileHoldsADescriptorUntilItIsSent() throws Exception {
    StubChannel channel = full();
    Connection connection = request(channel);
    assertThat(test.connections.limit.freeDescriptors()).isEqualTo(SHARED - 2);
    channel.room = Integer.MAX_VALUE;
    connection.writable();
    assertThat(connection.proceed()).isEqualTo(Interest.READ);
    assertThat(channel.sent()).startsWith("HTTP/1.1 200 OK\r\n");
    assertThat(files.getFirst().closed).isEqualTo(1);
    assertThat(test.connections.limit.freeDescriptors()).isEqualTo(SHARED - 1);
  }

  @Test
  void aFileOfABrokenConnectionReturnsItsDescriptor() throws Exception {
    request(full()).abort();
    assertThat(files.getFirst().closed).isEqualTo(1);
    assertThat(test.connections.limit.freeDescriptors()).isEqualTo(SHARED);
  }

  @Test
  void noConnectionIsAcceptedWhileFilesHoldTheDescriptors() throws Exception {
    request(full());
    Connection second = request(full());
    assertThat(test.connections.tryPermit()).isFalse();
    second.abort();
    assertThat(test.connections.tryPermit()).isTrue();
  }

  @Test
  void theConnectionThatIsIdleForLongestGivesItsDescriptorToAFile() throws Exception {
    StubChannel idle = new StubChannel(false);
    test.connect(idle);
    test.pass(Duration.ofSeconds(2));
    request(full());
    assertThat(idle.outputShut).as("there is a descriptor left").isFalse();
    Connection second = connect(full());
    proceed(second);
    assertThat(idle.outputShut).isTrue();
    assertThat(test.counters.events(ServerEvent.EVICTED_IDLE)).isEqualTo(1);
    assertThat(test.connections.limit.freeDescriptors()).isZero();
  }

  @Test
  void eachFileGetsTheDescriptorOfAnotherIdleConnection() throws Exception {
    StubChannel first = new StubChannel(false);
    test.connect(first).watchedBy(() -> {}); // its reactor is busy
    test.pass(Duration.ofSeconds(1));
    StubChannel second = new StubChannel(false);
    test.connect(second);
    test.pass(Duration.ofSeconds(1));
    for (Connection each : List.of(connect(full()), connect(full()))) {
      proceed(each);
    }
    assertThat(test.counters.events(ServerEvent.EVICTED_IDLE)).isEqualTo(2);
    assertThat(second.outputShut).isTrue();
  }

  /** The client of the idle one may be about to send its next request. */
  @Test
  void aFileThatFindsNoDescriptorAndNoIdleConnectionGets503() throws Exception {
    List<Connection> all = new ArrayList<>();
    List<StubChannel> channels = new ArrayList<>();
    for (int i = 0; i < SHARED; i++) {
      channels.add(full());
      all.add(connect(channels.getLast()));
    }
    for (Connection each : all) {
      proceed(each);
    }
    channels.forEach(each -> each.room = Integer.MAX_VALUE);
    all.forEach(Connection::writable);
    all.forEach(Connection::proceed);
    assertThat(channels.get(RESERVE / 2 - 1).sent()).startsWith("HTTP/1.1 200 ");
    assertThat(channels.get(RESERVE / 2).sent())
        .startsWith("HTTP/1.1 503 ")
        .contains("Retry-After");
    assertThat(test.counters.overloads(Overload.DESCRIPTORS)).isEqualTo(SHARED - RESERVE / 2);
    assertThat(test.counters.events(ServerEvent.HANDLER_FAILED)).isZero();
    assertThat(files).allSatisfy(file -> assertThat(file.closed).isEqualTo(1));
    assertThat(test.connections.limit.freeDescriptors()).isZero();
  }

  @Test
  void aRequestWhoseHandlerFindsNoDescriptorGets503AndTheNextFindsOne() throws Exception {
    StubChannel idle = new StubChannel(false);
    test.connect(idle);
    test.pass(Duration.ofSeconds(2));
    SharedDescriptors descriptors = descriptors(true);
    assertThat(descriptors.afterFailure(new IllegalStateException("on purpose"))).isNull();
    assertThat(idle.outputShut).isFalse();
    Response response = descriptors.afterFailure(new IOException("Zu viele offene Dateien"));
    assertThat(response)
        .isNotNull()
        .extracting(Response::status)
        .isEqualTo(Status.SERVICE_UNAVAILABLE);
    assertThat(idle.outputShut).isTrue();
    assertThat(test.counters.overloads(Overload.DESCRIPTORS)).isEqualTo(1);
  }

  @Test
  void aHandlerThatFailsForAnotherReasonIsNotTakenForThat() {
    assertThat(descriptors(false).afterFailure(new IOException("Stale file handle"))).isNull();
  }

  private SharedDescriptors descriptors(boolean noneLeft) {
    Connections connections = test.connections;
    return new SharedDescriptors(
        connections.limit,
        2,
        connections.eviction::evictForDescriptor,
        test.counters,
        () -> noneLeft);
  }

  @Test
  void ifOtherPartsTakeDescriptorsConnectionsLeaveTheReserveFree() throws Exception {
    for (int i = 0; i < SHARED; i++) {
      test.connect(new StubChannel(false));
    }
    test.pass(Duration.ofSeconds(2));
    descriptors(true).makeRoom();
    assertThat(test.connections.size()).isEqualTo(SHARED - 2);
    assertThat(test.connections.tryPermit()).isFalse();
  }

  /** The descriptors of connections that end are free only a moment later. */
  @Test
  void noMoreIsWithheldBeforeThereIsTheReserve() throws Exception {
    for (int i = 0; i < SHARED; i++) {
      test.connect(new StubChannel(false));
    }
    SharedDescriptors descriptors = descriptors(true);
    for (int i = 0; i < 10; i++) {
      descriptors.makeRoom();
    }
    assertThat(test.connections.limit.freeDescriptors()).isEqualTo(-2);
  }

  @Test
  void eachSecondOneIsGivenBack() throws Exception {
    descriptors(true).makeRoom();
    assertThat(test.connections.limit.freeDescriptors()).isEqualTo(1);
    test.pass(Duration.ofSeconds(2));
    assertThat(test.connections.limit.freeDescriptors()).isEqualTo(3);
    test.pass(Duration.ofSeconds(20));
    assertThat(test.connections.limit.freeDescriptors()).isEqualTo(SHARED);
  }

  /** A client that reads nothing. */
  private static StubChannel full() throws IOException {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/"));
    channel.room = 0;
    return channel;
  }

  private Connection request(StubChannel channel) {
    Connection connection = connect(channel);
    proceed(connection);
    return connection;
  }

  private Connection connect(StubChannel channel) {
    return test.connect(channel);
  }

  private static void proceed(Connection connection) {
    assertThat(connection.receive()).isEqualTo(Arrival.SOMETHING);
    assertThat(connection.proceed()).isEqualTo(Interest.WRITE);
  }
}
