package tailgate.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tailgate.admin.ProcessFigures;
import tailgate.supervisor.FakeProcesses.Fake;
import tailgate.supervisor.FakeProcesses.FakeLink;

final class SupervisorTest {

  private static final int PROCESSES = 3;
  private static final Duration START_LIMIT = Duration.ofSeconds(20);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(40);

  private final AtomicLong nanos = new AtomicLong();
  private final FakeProcesses processes = new FakeProcesses();
  private final AtomicLong timesStarted = new AtomicLong();

  private final Supervisor supervisor =
      new Supervisor(
          PROCESSES,
          processes,
          members -> new LinkedProcesses(members, new ProcessFigures(nanos::get)),
          new TimeLimits(START_LIMIT, STOP_LIMIT),
          false,
          banner -> timesStarted.incrementAndGet(),
          nanos::get);

  private final List<FakeLink> links = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (FakeLink link : links) {
      link.close();
    }
  }

  @BeforeEach
  void begin() {
    supervisor.begin();
  }

  // ---- the start

  @Test
  void theFirstProcessStartsAloneAndTheOthersWhenItIsReady() throws Exception {
    pass(Duration.ofSeconds(1));
    assertThat(processes.numbers()).containsExactly(0);
    ready(processes.last());
    assertThat(processes.numbers()).containsExactly(0, 1, 2);
    assertThat(timesStarted).hasValue(0);
  }

  @Test
  void isStartedOnceWhenAllAreReady() throws Exception {
    allReady();
    assertThat(timesStarted).hasValue(1);
    assertThat(states()).containsOnly("ready");
    processes.started.get(1).exits(137);
    pass(Duration.ofSeconds(1));
    ready(processes.last());
    assertThat(timesStarted).hasValue(1);
  }

  @Test
  void aFirstProcessThatEndsEndsTheStart() throws Exception {
    processes.last().exits(2);
    step();
    assertThat(supervisor.isOver()).isTrue();
    assertThat(supervisor.result())
        .isEqualTo(new Result.Failed("process 0 could not be started: exit code 2"));
    assertThat(processes.numbers()).containsExactly(0);
  }

  @Test
  void aProcessCanSayWhyItCannotStart() throws Exception {
    supervisor.cannotStart(0, processes.last().pid(), "it is Monday");
    supervisor.cannotStart(0, 1, "nobody knows this process");
    supervisor.cannotStart(99, 1, "nor this one");
    processes.last().exits(1);
    steps(4);
    assertThat(supervisor.result())
        .isEqualTo(new Result.Failed("process 0 could not be started: it is Monday"));
  }

  @Test
  void anotherProcessThatEndsEndsTheStartAndTheOthers() throws Exception {
    ready(processes.last());
    processes.started.get(2).exits(1);
    step();
    assertThat(supervisor.isOver()).isFalse();
    assertThat(processes.started.get(0).signals()).containsExactly("TERM");
    assertThat(processes.started.get(1).signals()).containsExactly("TERM");
    processes.started.get(0).exits(0);
    processes.started.get(1).exits(143);
    steps(2);
    assertThat(supervisor.isOver()).isTrue();
    assertThat(supervisor.result()).isInstanceOf(Result.Failed.class);
  }

  @Test
  void aProcessThatHangsAtTheStartIsKilled() throws Exception {
    pass(START_LIMIT.minusSeconds(1));
    assertThat(processes.last().signals()).isEmpty();
    pass(Duration.ofSeconds(1));
    assertThat(processes.last().signals()).containsExactly("KILL");
    processes.last().exits(137);
    step();
    assertThat(supervisor.result()).isInstanceOf(Result.Failed.class);
  }

  @Test
  void aStrangerThatSaysItIsReadyIsNotBelieved() throws Exception {
    supervisor.ready(0, 1, FakeProcesses.link(), "");
    supervisor.ready(99, processes.last().pid(), FakeProcesses.link(), "");
    step();
    assertThat(states()).containsOnly("starting");
    assertThat(processes.numbers()).containsExactly(0);
  }

  // ---- replacement

  @Test
  void aProcessThatDiesIsReplaced() throws Exception {
    allReady();
    processes.started.get(1).exits(137);
    step();
    assertThat(states()).containsExactly("ready", "backoff", "ready");
    assertThat(supervisor.processes().members().get(1).pid()).isNull();
    pass(Duration.ofMillis(100));
    assertThat(processes.numbers()).containsExactly(0, 1, 2, 1);
    ready(processes.last());
    assertThat(states()).containsOnly("ready");
    assertThat(supervisor.processes().members().get(1).starts()).isEqualTo(2);
  }

  @Test
  void aProcessThatDiesAgainAndAgainIsStartedMoreAndMoreRarely() throws Exception {
    allReady();
    processes.started.get(1).exits(137);
    for (long millis : new long[] {100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000}) {
      step();
      int before = processes.started.size();
      pass(Duration.ofMillis(millis - 1));
      assertThat(processes.started).hasSize(before);
      pass(Duration.ofMillis(1));
      assertThat(processes.started).hasSize(before + 1);
      ready(processes.last());
      processes.last().exits(137);
    }
  }

  @Test
  void aProcessThatHasServedForAWhileHasNotFailedBefore() throws Exception {
    allReady();
    for (int i = 0; i < 3 * Backoff.LIMIT; i++) {
      processes.last().exits(137);
      step();
      pass(Duration.ofMillis(100));
      ready(processes.last());
      pass(Backoff.STABLE);
    }
    assertThat(processes.started).hasSize(PROCESSES + 3 * Backoff.LIMIT);
  }

  @Test
  void aReplacementThatHangsAtItsStartIsKilledAndReplaced() throws Exception {
    allReady();
    processes.started.get(1).exits(137);
    step();
    pass(Duration.ofMillis(100));
    Fake hanging = processes.last();
    pass(START_LIMIT);
    assertThat(hanging.signals()).containsExactly("KILL");
    hanging.exits(137);
    step();
    pass(Duration.ofMillis(200));
    assertThat(processes.last()).isNotSameAs(hanging);
  }

  @Test
  void doesNotGiveUpWhileAProcessServes() throws Exception {
    allReady();
    failToTheLimit(1);
    failToTheLimit(2);
    assertThat(states()).containsExactly("ready", "starting", "starting");
    assertThat(processes.started.get(0).signals()).isEmpty();
  }

  @Test
  void givesUpWhenNoProcessServesAndOneHasFailedTooOften() throws Exception {
    allReady();
    failToTheLimit(1);
    failToTheLimit(2);
    processes.started.get(0).exits(1);
    last(1).exits(1);
    last(2).exits(9);
    steps(3);
    assertThat(supervisor.isOver()).isTrue();
    assertThat(supervisor.result())
        .isEqualTo(
            new Result.Failed(
                "no process serves, and process 1 has failed 9 times in a row, at last: exit code"
                    + " 1"));
  }

  @Test
  void aReplacementThatCannotBeMadeIsTriedAgain() throws Exception {
    allReady();
    processes.refuses = true;
    processes.started.get(1).exits(137);
    step();
    pass(Duration.ofSeconds(30));
    assertThat(states()).containsExactly("ready", "backoff", "ready");
    processes.refuses = false;
    pass(Duration.ofSeconds(30));
    assertThat(states()).containsExactly("ready", "starting", "ready");
  }

  // ---- the end

  @Test
  void aStopIsPassedOnAndAwaited() throws Exception {
    allReady();
    supervisor.stop();
    step();
    assertThat(processes.started).allMatch(one -> one.signals().equals(List.of("TERM")));
    assertThat(states()).containsOnly("draining");
    processes.started.forEach(one -> one.exits(0));
    steps(3);
    assertThat(supervisor.isOver()).isTrue();
    assertThat(supervisor.result()).isEqualTo(new Result.Stopped(true));
  }

  // ---- who closes the port

  @Test
  void theLastProcessThatAcceptsClosesThePortAndTheOthersLeaveIt() throws Exception {
    List<FakeLink> links = allReadyWithLinks();
    supervisor.stop();
    step();
    for (int i : List.of(1, 0, 2)) {
      supervisor.closing(links.get(i).link());
      step();
    }
    assertThat(links.get(1).next()).isEqualTo(Frame.Kind.LEAVE);
    assertThat(links.get(0).next()).isEqualTo(Frame.Kind.LEAVE);
    left(0, 1);
    assertThat(links.get(2).next()).isEqualTo(Frame.Kind.CLOSE);
  }

  /** If one closed it later, the kernel would reset the clients that nobody accepts any more. */
  @Test
  void thePortIsClosedWhenNoOtherProcessHoldsIt() throws Exception {
    List<FakeLink> links = allReadyWithLinks();
    supervisor.stop();
    links.forEach(link -> supervisor.closing(link.link()));
    steps(1 + PROCESSES);
    left(0);
    assertThat(links.get(2).hasHeard()).isFalse();
    left(1);
    assertThat(links.get(2).next()).isEqualTo(Frame.Kind.CLOSE);
  }

  @Test
  void aProcessThatDoesNotLeaveThePortDelaysTheEndOnlyForAWhile() throws Exception {
    List<FakeLink> links = allReadyWithLinks();
    supervisor.stop();
    links.forEach(link -> supervisor.closing(link.link()));
    steps(1 + PROCESSES);
    pass(Supervisor.LONGEST_WAIT.minusMillis(1));
    assertThat(links.get(2).hasHeard()).isFalse();
    pass(Duration.ofMillis(1));
    assertThat(links.get(2).next()).isEqualTo(Frame.Kind.CLOSE);
  }

  @Test
  void aProcessThatIsNotReadyHoldsThePortAndDoesNotAccept() throws Exception {
    List<FakeLink> links = allReadyWithLinks();
    links.get(0).close();
    processes.started.get(0).exits(137);
    step();
    pass(Duration.ofSeconds(1)); // its replacement starts
    supervisor.stop();
    links.get(1).close();
    processes.started.get(1).exits(0);
    supervisor.closing(links.get(2).link());
    steps(3);
    assertThat(links.get(2).hasHeard()).isFalse();
    processes.last().exits(143);
    step();
    assertThat(links.get(2).next()).isEqualTo(Frame.Kind.CLOSE);
  }

  @Test
  void theLastOneWaitsForTheStopThatMayFollow() throws Exception {
    List<FakeLink> links = allReadyWithLinks();
    links.forEach(link -> supervisor.closing(link.link()));
    steps(PROCESSES);
    assertThat(links.get(0).next()).isEqualTo(Frame.Kind.LEAVE);
    assertThat(links.get(1).next()).isEqualTo(Frame.Kind.LEAVE);
    left(0, 1);
    assertThat(links.get(2).hasHeard()).isFalse();
    supervisor.stop();
    step();
    assertThat(links.get(2).next()).isEqualTo(Frame.Kind.CLOSE);
  }

  @Test
  void theLastOneClosesThePortIfNoStopFollows() throws Exception {
    List<FakeLink> links = allReadyWithLinks();
    links.forEach(link -> supervisor.closing(link.link()));
    steps(PROCESSES);
    left(0, 1);
    pass(Supervisor.LONGEST_WAIT.minusMillis(1));
    assertThat(links.get(2).hasHeard()).isFalse();
    pass(Duration.ofMillis(1));
    assertThat(links.get(2).next()).isEqualTo(Frame.Kind.CLOSE);
  }

  // ---- how it ends

  @Test
  void aProcessThatCouldNotAnswerAllIsReported() throws Exception {
    allReady();
    supervisor.stop();
    step();
    processes.started.get(0).exits(0);
    processes.started.get(1).exits(3);
    processes.started.get(2).exits(0);
    steps(3);
    assertThat(supervisor.result()).isEqualTo(new Result.Stopped(false));
  }

  @Test
  void aProcessThatHadNotServedYetHasLostNothing() throws Exception {
    supervisor.stop();
    step();
    processes.last().exits(143);
    step();
    assertThat(supervisor.isOver()).isTrue();
    assertThat(supervisor.result()).isEqualTo(new Result.Stopped(true));
  }

  @Test
  void aProcessThatDoesNotStopIsKilled() throws Exception {
    allReady();
    supervisor.stop();
    step();
    pass(STOP_LIMIT.minusMillis(1));
    assertThat(processes.last().signals()).containsExactly("TERM");
    pass(Duration.ofMillis(1));
    assertThat(processes.last().signals()).startsWith("TERM", "KILL");
  }

  @Test
  void nothingIsStartedAfterAStop() throws Exception {
    allReady();
    processes.started.get(1).exits(137);
    step();
    supervisor.stop();
    step();
    pass(Duration.ofSeconds(30));
    assertThat(processes.started).hasSize(PROCESSES);
    assertThat(states()).containsExactly("draining", "ended", "draining");
  }

  @Test
  void aProcessThatCannotBeToldToLeaveIsStopped() throws Exception {
    allReady();
    supervisor.leave();
    step();
    assertThat(processes.started).allMatch(one -> one.signals().equals(List.of("TERM")));
  }

  @Test
  void aSecondSignalKillsAll() throws Exception {
    allReady();
    supervisor.stop();
    step();
    supervisor.killAll();
    assertThat(processes.started).allMatch(one -> one.signals().equals(List.of("TERM", "KILL")));
  }

  // ---- steps

  private void allReady() throws Exception {
    ready(processes.last());
    for (Fake one : List.copyOf(processes.started.subList(1, PROCESSES))) {
      ready(one);
    }
  }

  private List<FakeLink> allReadyWithLinks() throws Exception {
    for (int i = 0; i < PROCESSES; i++) {
      links.add(new FakeLink());
      supervisor.ready(i, processes.started.get(i).pid(), links.get(i).link(), "");
      step();
    }
    return links;
  }

  /** These processes have left the port. */
  private void left(int... numbers) throws InterruptedException {
    for (int number : numbers) {
      supervisor.left(links.get(number).link());
      step();
    }
  }

  private void ready(Fake process) throws IOException, InterruptedException {
    supervisor.ready(process.process(), process.pid(), FakeProcesses.link(), "");
    step();
  }

  /** Lets the process of this number fail so often, and its last replacement start. */
  private void failToTheLimit(int number) throws Exception {
    for (int i = 0; i < Backoff.LIMIT; i++) {
      last(number).exits(1);
      step();
      pass(Duration.ofSeconds(15));
    }
  }

  private Fake last(int number) {
    return processes.started.reversed().stream()
        .filter(one -> one.process() == number)
        .findFirst()
        .orElseThrow();
  }

  private List<String> states() {
    return supervisor.processes().members().stream().map(member -> member.state()).toList();
  }

  private void pass(Duration time) throws InterruptedException {
    nanos.addAndGet(time.toNanos());
    step();
  }

  private void steps(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      step();
    }
  }

  private void step() throws InterruptedException {
    supervisor.step(Duration.ZERO);
  }
}
