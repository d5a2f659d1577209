package tailgate.server.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.StubChannel;
import tailgate.server.StubTransfer;
import tailgate.server.Wire;
import tailgate.server.connection.Connection;
import tailgate.server.connection.Interest;
import tailgate.server.connection.TestContext;
import tailgate.server.observe.Observation;
import tailgate.server.observe.ObservedRequest;
import tailgate.server.observe.RequestObserver;

/** What becomes of responses that the executor has no room to go on with. */
final class DispatcherTest {

  /** What the executor does when it is asked next. */
  private enum Mood {
    FULL,
    BROKEN,
    WILLING
  }

  private final Queue<Mood> moods = new ArrayDeque<>();
  private final List<Runnable> taken = new ArrayList<>();
  private final List<StubChannel> channels = new ArrayList<>();
  private final StubTransfer transfer = new StubTransfer(new byte[100_000]);

  private final TestContext test =
      new TestContext(
          request -> Response.status(Status.OK).body(transfer),
          new Observation(() -> 0, channel -> new Observer()));

  private final AtomicBoolean postponing = new AtomicBoolean();
  private final Dispatcher dispatcher = new Dispatcher(this::execute, postponing);

  /** Whether nobody can be told that a connection has ended. */
  private boolean withoutMemory;

  private static final Registration.Owner NOBODY =
      new Registration.Owner() {
        @Override
        public void giveBack(Registration registration) {}

        @Override
        public void overdue(Registration registration) {}

        @Override
        public void workerFree() {}
      };

  private final class Observer implements RequestObserver {
    @Override
    public void begun(ObservedRequest observed) {}

    @Override
    public void ended(ObservedRequest observed) {}

    @Override
    public void closed() {
      if (withoutMemory) {
        throw new OutOfMemoryError("on purpose");
      }
    }
  }

  private void execute(Runnable task) {
    switch (moods.remove()) {
      case FULL -> throw new RejectedExecutionException("on purpose");
      case BROKEN -> throw new IllegalStateException("on purpose");
      case WILLING -> taken.add(task);
    }
  }

  @AfterEach
  void close() {
    test.close();
  }

  /** A connection that is in the middle of a response when the executor is full. */
  private Registration postponed() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/"));
    channels.add(channel);
    channel.room = 1000;
    Connection connection = test.connect(channel);
    connection.receive();
    assertThat(connection.proceed()).isEqualTo(Interest.WRITE);
    var registration = new Registration(connection, NOBODY);
    moods.add(Mood.FULL);
    dispatcher.dispatch(registration);
    assertThat(postponing.get()).isTrue();
    return registration;
  }

  @Test
  void theyAreTriedAgainOnceEach() throws Exception {
    Registration first = postponed();
    Registration second = postponed();
    moods.addAll(List.of(Mood.WILLING, Mood.FULL));
    dispatcher.retry();
    assertThat(taken).containsExactly(first);
    assertThat(postponing.get()).isTrue();
    moods.add(Mood.WILLING);
    dispatcher.retry();
    assertThat(taken).containsExactly(first, second);
    assertThat(postponing.get()).isFalse();
  }

  @Test
  void oneThatCannotBeHandedOverIsClosedAndTheOthersGoOn() throws Exception {
    postponed();
    Registration second = postponed();
    moods.addAll(List.of(Mood.BROKEN, Mood.WILLING));
    dispatcher.retry();
    assertThat(channels).extracting(StubChannel::isOpen).containsExactly(false, true);
    assertThat(test.connections.size()).isEqualTo(1);
    assertThat(taken).containsExactly(second);
    assertThat(postponing.get()).isFalse();
  }

  @Test
  void whereOneFailsToEndTheOthersAreTriedTheNextTime() throws Exception {
    postponed();
    Registration second = postponed();
    moods.add(Mood.BROKEN);
    withoutMemory = true;
    assertThatThrownBy(dispatcher::retry).isInstanceOf(OutOfMemoryError.class);
    assertThat(postponing.get()).isTrue();
    assertThat(test.connections.size()).isEqualTo(1);
    withoutMemory = false;
    moods.add(Mood.WILLING);
    dispatcher.retry();
    assertThat(taken).containsExactly(second);
    assertThat(postponing.get()).isFalse();
  }
}
