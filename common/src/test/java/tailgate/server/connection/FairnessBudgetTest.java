package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import tailgate.http.Limits;
import tailgate.server.FakeClock;
import tailgate.server.StubChannel;
import tailgate.server.Wire;
import tailgate.server.buffer.ReadBuffer;
import tailgate.server.buffer.RequestMemory;
import tailgate.server.observe.Observation;
import tailgate.server.observe.RequestTiming;
import tailgate.server.observe.ServerCounters;

/** When a virtual thread that reads requests lets others run. */
final class FairnessBudgetTest {

  private static final int REQUESTS = 2_000;

  private static final int TURN_RESPONSES = 256;

  /** Until a thread is taken for one that does not wait; the first read belongs to the turn. */
  private static final int MORE = 7;

  private static final String REQUEST = Wire.get("/");

  private final List<Integer> turns = new ArrayList<>();

  private final FairnessBudget budget = new FairnessBudget(true, true, turns::add);

  /** Others run while it waits, so it has nothing to make up for. */
  @Test
  void aThreadThatWaitsForItsRequestsHasNoTurns() throws Exception {
    answer(new Arriving(reads -> false), 0);

    assertThat(turns).isEmpty();
  }

  @Test
  void aThreadThatSeldomWaitsForItsRequestsHasNoTurnsEither() throws Exception {
    answer(new Arriving(reads -> reads % 8 != 0), 128 << 10);

    assertThat(turns).isEmpty();
  }

  @Test
  void aThreadThatNeverWaitsForItsRequestsHasATurnOf256() throws Exception {
    answer(new Arriving(reads -> true), 0);

    assertThat(turns).hasSize(REQUESTS / (TURN_RESPONSES + MORE));
  }

  @Test
  void aThreadThatNeverWaitsForItsRequestsHasATurnOf256KibibytesOfResponses() throws Exception {
    answer(new Arriving(reads -> true), 128 << 10);

    assertThat(turns).hasSize(REQUESTS / (2 + MORE));
  }

  @Test
  void aThreadWhoseRequestsMayTakeLongHasATurnForEachThatItHasRead() throws Exception {
    var task =
        new FutureTask<>(
            () -> {
              var slow = new FairnessBudget(true, false, turns::add);
              slow.begin();
              slow.responded();
              return slow.endsTurnBeforeNext();
            });
    Thread.startVirtualThread(task);

    assertThat(task.get()).isTrue();
  }

  private void answer(StubChannel channel, int responseBytes) throws Exception {
    var memory = new RequestMemory(1 << 20);
    var counters = new ServerCounters();
    var clock = new DeadlineClock(new FakeClock(), Timeouts.DEFAULT);
    var deadline = new ConnectionDeadline(channel, clock, counters);
    var reader =
        new RequestReader(
            channel,
            new RequestReader.Reading(Limits.DEFAULT, false, memory, ReadBuffer.newPool()),
            counters,
            deadline,
            new RequestTiming(channel, Observation.NONE));
    var task =
        new FutureTask<>(
            () -> {
              budget.begin();
              for (int i = 0; i < REQUESTS; i++) {
                assertThat(reader.read(budget)).isTrue();
                reader.release();
                budget.responded();
                budget.moved(responseBytes);
              }
              return null;
            });
    Thread.startVirtualThread(task);
    task.get();
  }

  /** Each read gives a request, at once or after a wait. */
  private static final class Arriving extends StubChannel {

    private final IntPredicate finds;

    Arriving(IntPredicate finds) throws IOException {
      super(true);
      this.finds = finds;
    }

    @Override
    protected int available() {
      return finds.test(reads) ? 1 : 0;
    }

    @Override
    public int read(ByteBuffer into) {
      arrives(REQUEST);
      return super.read(into);
    }
  }
}
