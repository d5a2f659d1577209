package tailgate.lab.variants;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.machine.NetworkLine;

class VariantsPlanTest {

  private static final VariantsPlan MIXED =
      Mixed.plan(
          List.of("threadpool", "event-loop"),
          Mixed.slow(),
          Map.of("25", "25.0.3"),
          false,
          new Blocks(2, 7));

  @Test
  void eachJavaWaitsInSixWaysAndAnArmIsMeasuredTwice() {
    assertThat(VariantSamples.carriers(2).runs())
        .hasSize(2 * (2 * 6 + 1))
        .extracting(VariantRun::folder)
        .doesNotHaveDuplicates()
        .contains("block-1/Java-21-spin/Java-21-spin", "block-2/Java-25-park-again/Java-25-park");
  }

  @Test
  void theQuickFormHasNoArmTwice() {
    assertThat(VariantSamples.carriers(1).runs()).hasSize(2 + 5).noneMatch(VariantRun::twin);
  }

  @Test
  void variantsOfOneServerFollowOneAnother() {
    List<String> servers = MIXED.runs().stream().map(VariantRun::server).toList();

    assertThat(servers).hasSize(2 * (2 * 3 + 1));
    assertThat(servers.stream().distinct().map(servers::indexOf).map(servers::get))
        .containsExactlyInAnyOrder(
            "block-1/threadpool",
            "block-1/event-loop",
            "block-1/threadpool-again",
            "block-2/threadpool",
            "block-2/event-loop",
            "block-2/threadpool-again");
    for (String server : servers) {
      assertThat(servers.lastIndexOf(server) - servers.indexOf(server))
          .as(server)
          .isEqualTo(servers.stream().filter(server::equals).count() - 1);
    }
  }

  @Test
  void slowRequestsAreOneInAHundredAndLastAsLongAsTheOthers() {
    Variant block = MIXED.variant("event-loop, block");
    LoadSpec fast = MIXED.traffic().measured(block, 1);
    LoadSpec slow = MIXED.traffic().rare(block, "/block", 1);

    assertThat(fast.path()).isEqualTo("/fast");
    assertThat(fast.segments().get(1).perSecond()).isEqualTo(594);
    assertThat(slow.path()).isEqualTo("/block");
    assertThat(slow.segments().get(1).perSecond()).isEqualTo(6);
    assertThat(slow.duration()).isGreaterThan(fast.duration());
    assertThat(slow.arrivals()).isNotEqualTo(fast.arrivals());
  }

  @Test
  void withoutSlowRequestsTheRateIsTheSame() {
    Variant none = MIXED.variant("event-loop, none");

    assertThat(MIXED.traffic().measured(none, 1).segments().get(1).perSecond()).isEqualTo(600);
  }

  @Test
  void theShortFormOfMixedHasTheSlowRequestsOnly() {
    VariantsPlan plan =
        Mixed.plan(
            List.of("threadpool"), Mixed.slow(), Map.of("25", "25.0.3"), true, new Blocks(1, 7));

    assertThat(plan.variants()).hasSize(2).allMatch(variant -> variant.rare() != null);
  }

  @Test
  void slowRequestsOfOneKindAreStillComparedWithNone() {
    VariantsPlan plan =
        Mixed.plan(
            List.of("threadpool"),
            List.of("compute"),
            Map.of("25", "25.0.3"),
            false,
            new Blocks(1, 7));

    assertThat(names(plan)).containsExactly("threadpool, none", "threadpool, compute");
    assertThat(plan.twin()).isEqualTo("threadpool, none");
  }

  @Test
  void idleClientsAndSlowReadersAreBesideTheSameLoad() {
    VariantsPlan plan = Idlers.plan(List.of(), Map.of("25", "25.0.3"), false, new Blocks(2, 7));
    Variant few = plan.variant("threadpool by connection, few");
    Variant idle = plan.variant("threadpool by connection, idle");
    Variant slow = plan.variant("threadpool by connection, slow");

    assertThat(List.of(few, idle, slow))
        .extracting(variant -> plan.traffic().measured(variant, 1))
        .containsOnly(plan.traffic().measured(few, 1));
    assertThat(idle.idle()).isEqualTo(10_000);
    assertThat(slow.slowReaders()).isEqualTo(200);
    assertThat(plan.variants()).hasSize(8 * 3).extracting(Variant::server).doesNotHaveDuplicates();
  }

  @Test
  void aDispatchIsAnArgumentOfTheServer() {
    VariantsPlan plan = Idlers.plan(List.of(), Map.of("25", "25.0.3"), true, new Blocks(1, 7));

    assertThat(plan.variant("threadpool by connection, idle").arguments())
        .containsSequence("--dispatch", "connection")
        .containsSequence("--queue", "20000");
    assertThat(plan.variant("event-loop by request, idle").arguments()).doesNotContain("--queue");
  }

  @Test
  void scopedValuesTakePartWhereTheJavaHasThem() {
    assertThat(buffers("25.0.3")).contains("threadpool by request, scoped");
    assertThat(buffers("21.0.8"))
        .contains("threadpool by request, local")
        .noneMatch(name -> name.contains("scoped"));
  }

  private static List<String> buffers(String java) {
    return names(Locals.plan(List.of(), Map.of("a", java), false, new Blocks(2, 7)));
  }

  private static List<String> names(VariantsPlan plan) {
    return plan.variants().stream().map(Variant::name).toList();
  }

  @Test
  void aWayThatIsAskedForBringsTheOneThatItIsComparedWith() {
    VariantsPlan spin = carriers(false, "spin");

    assertThat(names(spin))
        .containsExactly("Java 21, pool", "Java 21, spin", "Java 25, pool", "Java 25, spin");
    assertThat(spin.twin()).isEqualTo("Java 25, pool");
    assertThat(names(carriers(true, "initializer")))
        .as("also those that the short form leaves out")
        .containsExactly(
            "Java 21, park", "Java 21, initializer", "Java 25, park", "Java 25, initializer");
  }

  private static VariantsPlan carriers(boolean quick, String... ways) {
    return Carriers.plan(List.of(ways), VariantSamples.javas(), quick, new Blocks(2, 7));
  }

  @Test
  void aStageThatIsAskedForTakesPartByEachDispatchThatFitsIt() {
    VariantsPlan idlers = idlers(true, "virtual-threads");
    VariantsPlan locals =
        Locals.plan(List.of("event-loop"), Map.of("25", "25.0.3"), false, new Blocks(2, 7));

    assertThat(names(idlers))
        .containsExactly(
            "virtual-threads by request, idle",
            "virtual-threads by request, slow",
            "virtual-threads by connection, idle",
            "virtual-threads by connection, slow");
    assertThat(locals.variants()).hasSize(3);
    assertThat(locals.twin()).isEqualTo("event-loop by request, fresh");
  }

  @Test
  void thePoolByRequestIsMeasuredTwiceIfItTakesPart() {
    assertThat(idlers(false).twin()).isEqualTo("threadpool by request, few");
    assertThat(idlers(false, "event-loop", "threadpool").twin())
        .isEqualTo("threadpool by request, few");
    assertThat(idlers(false, "event-loop").twin()).isEqualTo("event-loop by request, few");
  }

  private static VariantsPlan idlers(boolean quick, String... stages) {
    return Idlers.plan(List.of(stages), Map.of("25", "25.0.3"), quick, new Blocks(2, 7));
  }

  @Test
  void theSingleThreadGetsNewConnections() {
    VariantsPlan plan =
        Mixed.plan(
            List.of("singlethreaded"),
            Mixed.slow(),
            Map.of("25", "25.0.3"),
            true,
            new Blocks(1, 7));

    assertThat(plan.traffic().measured(plan.variants().get(0), 1).keepAlive()).isFalse();
  }

  @Test
  void poolsAndUsersGrowWithTheProcessorsOfTheServer() {
    VariantsPlan two =
        Computing.plan(2, List.of(), Map.of("25", "25.0.3"), false, new Blocks(1, 7));
    Variant most = two.variant("threadpool, 16 each");

    assertThat(most.arguments()).containsSequence("--workers", "32");
    assertThat(two.traffic().measured(most, 1).users()).isEqualTo(128);
    assertThat(two.twin()).isEqualTo("threadpool, 1 each");
    assertThat(two.variants()).hasSize(8);
  }

  @Test
  void aStageOfComputingThatIsAskedForTakesPartAloneAndTwice() {
    VariantsPlan plan =
        Computing.plan(
            1, List.of("virtual-threads"), Map.of("25", "25.0.3"), false, new Blocks(1, 7));

    assertThat(names(plan)).containsExactly("virtual-threads");
    assertThat(plan.twin()).isEqualTo("virtual-threads");
  }

  @Test
  void aStageOfComputingThatIsNamedTwiceTakesPartOnce() {
    VariantsPlan plan =
        Computing.plan(
            1,
            List.of("event-loop", "virtual-threads", "event-loop"),
            Map.of("25", "25.0.3"),
            false,
            new Blocks(1, 7));

    assertThat(names(plan)).containsExactly("virtual-threads", "event-loop");
  }

  @Test
  void newConnectionsAreOpenedConnectionsBesideUsersOfEachProcessor() {
    VariantsPlan plan =
        NewConnections.plan(
            2, List.of("virtual-threads"), Map.of("25", "25.0.3"), false, new Blocks(1, 7));
    Variant byRequest = plan.variant("virtual-threads by request");

    assertThat(names(plan))
        .containsExactly("virtual-threads by connection", "virtual-threads by request");
    assertThat(byRequest.background()).isEqualTo(128);
    assertThat(byRequest.arguments()).containsSequence("--acceptors", "1");
    assertThat(plan.traffic().measured(byRequest, 1).keepAlive()).isFalse();
    assertThat(plan.twin()).isEqualTo("virtual-threads by request");
  }

  @Test
  void theShortFormOfComputingHasBothSizesOfTheClaim() {
    VariantsPlan quick =
        Computing.plan(1, List.of(), Map.of("25", "25.0.3"), true, new Blocks(1, 7));

    assertThat(names(quick))
        .containsExactly(
            "threadpool, 1 each",
            "threadpool, 16 each",
            "threadpool, 16 each, turns of 500us",
            "virtual-threads",
            "event-loop");
  }

  @Test
  void eachPolicyMeetsBothHandlersBesideTwoFixedPools() {
    VariantsPlan plan =
        Sizing.plan(Sizing.policies(), Map.of("25", "25.0.3"), false, new Blocks(1, 7));

    assertThat(plan.variants()).hasSize(12);
    assertThat(plan.variant("waits, hill-climbing").arguments())
        .containsSequence("--min-workers", "1", "--max-workers", "256")
        .containsSequence("--policy", "hill-climbing")
        .containsSequence("--simulate-io", "50ms");
    assertThat(plan.variant("waits, hill-climbing").base()).isEqualTo("waits, fixed 256");
    assertThat(plan.variant("waits, fixed 8").arguments()).containsSequence("--workers", "8");
    assertThat(plan.twin()).isEqualTo("four-connections, fixed 256");
  }

  @Test
  void theShortFormOfSizingHasTheFourConnectionsOnly() {
    VariantsPlan quick =
        Sizing.plan(List.of("ladder", "liberty"), Map.of("25", "25.0.3"), true, new Blocks(1, 7));

    assertThat(names(quick))
        .containsExactly("four-connections, ladder", "four-connections, liberty");
    assertThat(quick.hasBases()).isFalse();
  }

  @Test
  void memoryIsReadAroundTheLoadsOfTheTwoExperimentsThatAskForIt() {
    Map<String, String> java = Map.of("25", "25.0.3");
    Blocks one = new Blocks(1, 7);

    assertThat(Threads.plan(List.of(), java, true, one).readsFootprints()).isTrue();
    assertThat(Computing.plan(1, List.of(), java, true, one).readsFootprints()).isFalse();
    assertThat(Locals.plan(List.of(), java, true, one).readsFootprints()).isFalse();
  }

  @Test
  void allLinesOfDistanceAreMeasuredAtOneServer() {
    VariantsPlan plan = Distance.plan(List.of(), Map.of("25", "25.0.3"), false, new Blocks(1, 7));

    assertThat(plan.variants()).hasSize(28);
    assertThat(
            plan.variants().stream()
                .filter(variant -> variant.server().equals("threadpool by connection")))
        .extracting(Variant::line)
        .containsExactly("0ms,loss=0", "1ms,loss=0", "20ms,loss=0", "20ms,loss=1");
    assertThat(plan.variant("threadpool by connection, 20 ms").base())
        .isEqualTo("threadpool by connection, 0 ms");
    assertThat(plan.twin()).isEqualTo("threadpool by request, 0 ms");
  }

  @Test
  void everyLineOfDistanceCanBeMadeOfTheFirst() {
    VariantsPlan plan = Distance.plan(List.of(), Map.of("25", "25.0.3"), false, new Blocks(1, 7));

    // It is laid with small packets if it can lose some, be it none of them.
    assertThat(Distance.FIRST.loss()).isPresent();
    assertThat(plan.variants())
        .allSatisfy(
            variant ->
                assertThat(NetworkLine.parse(Objects.requireNonNull(variant.line())).loss())
                    .isPresent());
  }
}
