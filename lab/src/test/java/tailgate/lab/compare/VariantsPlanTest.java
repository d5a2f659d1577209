package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.machine.NetworkLine;

/** The order of the runs, and the loads of a plan. */
class VariantsPlanTest {

  private static final VariantsPlan MIXED =
      VariantSamples.plan("mixed", false, Map.of("stage", List.of("threadpool", "event-loop")), 2);

  @Test
  void eachRunHasAFolderOfItsOwn() {
    assertThat(VariantSamples.carriers(2).runs())
        .hasSize(2 * (2 * 6 + 1))
        .extracting(VariantRun::folder)
        .doesNotHaveDuplicates()
        .contains("block-1/21-spin/Java-21-spin", "block-2/25-park-again/Java-25-park");
  }

  @Test
  void theQuickFormHasNoArmTwice() {
    assertThat(VariantSamples.carriers(1).runs()).hasSize(2 * 5).noneMatch(VariantRun::twin);
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
  void idleClientsAndSlowReadersAreBesideTheSameLoad() {
    VariantsPlan plan = VariantSamples.plan("idlers", 2);
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
  void theSingleThreadGetsNewConnections() {
    VariantsPlan plan =
        VariantSamples.plan("mixed", true, Map.of("stage", List.of("singlethreaded")), 1);

    assertThat(plan.traffic().measured(plan.variants().get(0), 1).keepAlive()).isFalse();
  }

  @Test
  void poolsAndUsersGrowWithTheProcessorsOfTheServer() {
    VariantsPlan two = VariantSamples.plan("computing", 2);
    Variant most = two.variant("threadpool, 16 each");

    assertThat(most.arguments()).containsSequence("--workers", "32");
    assertThat(two.traffic().measured(most, 1).users()).isEqualTo(128);
    assertThat(two.twins()).containsExactly("threadpool, 1 each");
  }

  @Test
  void newConnectionsAreOpenedConnectionsBesideUsersOfEachProcessor() {
    VariantsPlan plan = VariantSamples.plan("new-connections", 2);
    Variant byRequest = plan.variant("virtual-threads by request");

    assertThat(byRequest.background()).isEqualTo(128);
    assertThat(plan.traffic().measured(byRequest, 1).keepAlive()).isFalse();
  }

  @Test
  void everyLineOfDistanceCanBeMadeOfTheFirst() {
    VariantsPlan plan = VariantSamples.plan("distance", 1);

    // It is laid with small packets if it can lose some, be it none of them.
    assertThat(NetworkLine.parse(VariantServers.FIRST_LINE).loss()).isPresent();
    assertThat(plan.variants())
        .allSatisfy(
            variant ->
                assertThat(NetworkLine.parse(Objects.requireNonNull(variant.line())).loss())
                    .isPresent());
  }
}
