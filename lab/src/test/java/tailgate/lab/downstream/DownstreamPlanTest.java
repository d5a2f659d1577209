package tailgate.lab.downstream;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.lab.downstream.DownstreamSamples.BOUNDED;
import static tailgate.lab.downstream.DownstreamSamples.UNBOUNDED;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;

class DownstreamPlanTest {

  private static final DownstreamRun RUN = new DownstreamRun(BOUNDED, 1, false);

  @Test
  void threeTimesAsMuchArrivesAsTheBackEndCanDo() {
    LoadSpec load = DownstreamSamples.plan(10).load(RUN);

    assertThat(load.segments())
        .extracting(Segment::perSecond)
        .containsExactly(360.0, 200.0, 1_200.0, 200.0);
    assertThat(load.timeoutMillis()).isEqualTo(1_000);
  }

  @Test
  void thereAreConnectionsForAllClientsWhoWait() {
    assertThat(DownstreamSamples.plan(10).load(RUN).users()).isGreaterThan(1_200);
  }

  @Test
  void theBackEndIsAskedByTwiceAsManyUsersAsItHasSlots() {
    assertThat(DownstreamSamples.plan(10).ceiling("/query"))
        .extracting(LoadSpec::path, LoadSpec::users, LoadSpec::model)
        .containsExactly("/query", 32, LoadSpec.Model.CLOSED);
  }

  @Test
  void eachBlockHasAllArmsAndABoundedOneTwice() {
    assertThat(DownstreamSamples.plan(2).runs())
        .containsExactlyInAnyOrder(
            RUN,
            new DownstreamRun(BOUNDED, 1, true),
            new DownstreamRun(UNBOUNDED, 1, false),
            new DownstreamRun(BOUNDED, 2, false),
            new DownstreamRun(BOUNDED, 2, true),
            new DownstreamRun(UNBOUNDED, 2, false));
  }

  @Test
  void withoutASemaphoreThePoolOfConnectionsIsTheBoundedOne() {
    List<String> arms = List.of("postgres-virtual-no-pool", "postgres-virtual-hikari");
    DownstreamPlan plan =
        DownstreamPlan.quick(
            DownstreamPlan.SLOTS,
            DownstreamPlan.SERVICE,
            DownstreamPlan.GIVE_UP,
            arms,
            new Blocks(2, 1));

    assertThat(plan.runs())
        .filteredOn(DownstreamRun::twin)
        .extracting(DownstreamRun::arm)
        .containsExactly("postgres-virtual-hikari", "postgres-virtual-hikari");
  }

  @Test
  void aHandlerIsSetUpByPropertiesOfItsJvm() {
    DownstreamArm arm = arm("http-virtual-semaphore");

    assertThat(DownstreamSamples.plan(1).properties(arm, "http://127.0.0.1:8020/data.json"))
        .containsExactly(
            "-Ddownstream.url=http://127.0.0.1:8020/data.json",
            "-Ddownstream.bound=park",
            "-Ddownstream.slots=16",
            "-Ddownstream.wait=250",
            "-Ddownstream.timeout=1000",
            "-Ddownstream.service=40");
  }

  @Test
  void aPoolOfAsManyWorkersAsSlotsRefusesWhatItCouldNotAnswerInTime() {
    assertThat(arm("http-pool-16").arguments(Path.of("a.jar")))
        .containsExactly(
            "--handler-jar",
            "a.jar",
            "--handler",
            "tailgate.downstream.UrlConnection",
            "--workers",
            "16",
            "--queue",
            "100",
            "--overload",
            "reject");
  }

  private static DownstreamArm arm(String name) {
    List<DownstreamArm> all = DownstreamArm.all(16, 400);
    return all.stream().filter(arm -> arm.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void theShortFormHasBothBackEnds() {
    assertThat(DownstreamArm.all(16, 400))
        .filteredOn(DownstreamArm::isQuick)
        .extracting(DownstreamArm::backEnd)
        .contains(BackEnd.HTTP, BackEnd.POSTGRES);
  }
}
