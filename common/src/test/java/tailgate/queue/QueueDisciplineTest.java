package tailgate.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.server.FakeClock;

/**
 * What a queue gives next, and what it refuses, with one consumer and a clock of the test's own.
 */
final class QueueDisciplineTest {

  private static final Duration TARGET = Duration.ofMillis(5);
  private static final Duration INTERVAL = Duration.ofMillis(100);

  private static QueueDiscipline discipline(QueuePolicy policy) {
    return new QueueDiscipline(policy, TARGET, INTERVAL, null);
  }

  private final FakeClock clock = new FakeClock();
  private final List<String> refused = new ArrayList<>();

  /** A task that says why it was refused. */
  private final class Task implements Refusable {
    private final String name;
    private boolean refusable = true;

    private Task(String name) {
      this.name = name;
    }

    @Override
    public void run() {}

    @Override
    public boolean refuse(Lateness why) {
      if (refusable) {
        refused.add(name + " " + why);
      }
      return refusable;
    }
  }

  private BoundedQueue<Task> queue(QueueDiscipline discipline) {
    return new BoundedQueue<>(8, discipline, clock);
  }

  private Task add(BoundedQueue<Task> queue, String name) {
    var task = new Task(name);
    queue.offer(task);
    return task;
  }

  private void addThree(BoundedQueue<Task> queue) {
    for (String name : List.of("a", "b", "c")) {
      add(queue, name);
    }
  }

  private void pass(long millis) {
    clock.pass(Duration.ofMillis(millis));
  }

  private static String take(BoundedQueue<Task> queue) throws InterruptedException {
    return Objects.requireNonNull(queue.take()).name;
  }

  /** Two takes an interval apart, and the queue has stood; what is added now belongs to it. */
  private void overload(BoundedQueue<Task> queue) throws InterruptedException {
    add(queue, "before").refusable = false;
    add(queue, "before").refusable = false;
    pass(6);
    take(queue);
    pass(INTERVAL.toMillis());
    take(queue);
    assertThat(refused).isEmpty();
  }

  // ---- which is next

  @ParameterizedTest
  @EnumSource
  void withoutAnOverloadTheOldestIsNext(QueuePolicy policy) throws Exception {
    var queue = queue(discipline(policy));
    addThree(queue);
    pass(25);
    assertThat(take(queue)).isEqualTo("a");
    assertThat(take(queue)).isEqualTo("b");
    assertThat(refused).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"FIFO, a, b, c", "CODEL, a, b, c", "LIFO, c, b, a", "CODEL_LIFO, c, b, a"})
  void anOverloadTurnsLifoRound(QueuePolicy policy, String first, String second, String third)
      throws Exception {
    var queue = queue(discipline(policy));
    overload(queue);
    addThree(queue);
    pass(6);
    assertThat(List.of(take(queue), take(queue), take(queue)))
        .containsExactly(first, second, third);
  }

  @Test
  void theOldestComesFirstAgainWhenTheQueueWasEmpty() throws Exception {
    var queue = queue(discipline(QueuePolicy.LIFO));
    overload(queue);
    pass(INTERVAL.toMillis() / 2);
    addThree(queue);
    pass(6);
    assertThat(take(queue)).isEqualTo("a");
    assertThat(take(queue)).isEqualTo("b");
  }

  // ---- what is refused

  @ParameterizedTest
  @EnumSource(names = {"CODEL", "CODEL_LIFO"})
  void anOverloadRefusesWhatHasWaitedTooLong(QueuePolicy policy) throws Exception {
    var queue = queue(discipline(policy));
    overload(queue);
    add(queue, "old");
    pass(5);
    add(queue, "in time");
    pass(6);
    assertThat(take(queue)).isEqualTo("in time");
    assertThat(refused).containsExactly("old CODEL");
  }

  @ParameterizedTest
  @EnumSource(names = {"CODEL", "CODEL_LIFO"})
  void aQueueThatIsFarTooLongIsShortenedAtOnce(QueuePolicy policy) throws Exception {
    var queue = queue(discipline(policy));
    add(queue, "served");
    addThree(queue);
    pass(26);
    add(queue, "in time");
    assertThat(List.of(take(queue), take(queue))).containsExactly("served", "in time");
    assertThat(refused).containsExactly("a CODEL", "b CODEL", "c CODEL");
  }

  @ParameterizedTest
  @EnumSource(names = {"FIFO", "LIFO"})
  void otherPoliciesRefuseNothing(QueuePolicy policy) throws Exception {
    var queue = queue(discipline(policy));
    overload(queue);
    add(queue, "old");
    pass(1000);
    assertThat(take(queue)).isEqualTo("old");
    assertThat(refused).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlineRefusesWithoutAnOverloadToo(QueuePolicy policy) throws Exception {
    var queue = queue(discipline(policy).withDeadline(Duration.ofMillis(20)));
    add(queue, "late");
    pass(1);
    add(queue, "in time");
    pass(20);
    assertThat(take(queue)).isEqualTo("in time");
    assertThat(refused).containsExactly("late DEADLINE");
  }

  @Test
  void theNewestIsFirstOnlyWhenTheLateOnesAreRefused() throws Exception {
    var queue = queue(discipline(QueuePolicy.LIFO).withDeadline(Duration.ofMillis(80)));
    overload(queue);
    add(queue, "late");
    pass(81);
    add(queue, "older");
    add(queue, "newest");
    assertThat(take(queue)).isEqualTo("newest");
    assertThat(refused).containsExactly("late DEADLINE");
  }

  @Test
  void whatCannotBeRefusedIsPerformed() throws Exception {
    var queue = queue(discipline(QueuePolicy.LIFO).withDeadline(Duration.ofMillis(80)));
    overload(queue);
    add(queue, "in the middle of a response").refusable = false;
    pass(81);
    add(queue, "newest");
    assertThat(take(queue)).isEqualTo("in the middle of a response");
  }

  @Test
  void anItemThatIsNoSuchTaskIsPerformed() throws Exception {
    BoundedQueue<String> queue =
        new BoundedQueue<>(8, QueueDiscipline.PLAIN.withDeadline(Duration.ofMillis(80)), clock);
    queue.offer("late");
    pass(81);
    assertThat(queue.take()).isEqualTo("late");
  }

  @Test
  void aWaitForRoomIsPartOfTheWait() throws Exception {
    var queue =
        new BoundedQueue<Task>(1, QueueDiscipline.PLAIN.withDeadline(Duration.ofMillis(80)), clock);
    add(queue, "first");
    var producer = Actor.start(() -> queue.put(new Task("second"))).awaitBlocked();
    pass(81);
    assertThat(queue.poll()).isNotNull();
    producer.result();
    queue.close();
    assertThat(queue.take()).isNull();
    assertThat(refused).containsExactly("second DEADLINE");
  }

  @Test
  void aRemovedItemTakesItsTimeWithIt() throws Exception {
    var queue = queue(QueueDiscipline.PLAIN.withDeadline(Duration.ofMillis(80)));
    Task removed = add(queue, "removed");
    pass(50);
    add(queue, "in time");
    queue.remove(removed);
    pass(50);
    assertThat(take(queue)).isEqualTo("in time");
  }

  // ---- what it costs

  @Test
  void aPlainQueueReadsNoClock() throws Exception {
    var queue =
        new BoundedQueue<String>(
            8,
            QueueDiscipline.PLAIN,
            () -> {
              throw new AssertionError("was read");
            });
    queue.offer("a");
    queue.put("b");
    assertThat(queue.take()).isEqualTo("a");
  }

  // ---- what is out of range

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0       | 100000000     | 1000          | the target of CoDel must be from 1us to 1h, not PT0S
          1000    | 0             | 1000          | the interval of CoDel must be from 1us to 1h, not PT0S
          1000    | 3600000000001 | 1000          | the interval of CoDel must be from 1us to 1h, not PT1H0.000000001S
          1000001 | 1000000       | 1000          | the target of CoDel must be at most its interval, not PT0.001000001S > PT0.001S
          1000    | 1000000       | 999           | the deadline must be from 1us to 1h, not PT0.000000999S
          1000    | 1000000       | 3600000000001 | the deadline must be from 1us to 1h, not PT1H0.000000001S
          """)
  void refusesTimesOutOfRange(long target, long interval, long deadline, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new QueueDiscipline(
                    QueuePolicy.CODEL,
                    Duration.ofNanos(target),
                    Duration.ofNanos(interval),
                    Duration.ofNanos(deadline)))
        .withMessage(message);
  }
}
