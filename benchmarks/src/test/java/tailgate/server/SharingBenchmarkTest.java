package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.server.SharingBenchmark.Reactor;
import tailgate.server.SharingBenchmark.Shared;
import tailgate.server.SharingBenchmark.Sharing;

final class SharingBenchmarkTest {

  @ParameterizedTest
  @EnumSource(Sharing.class)
  void twoThreadsAreAnsweredWithTheFile(Sharing sharing) throws Exception {
    var benchmark = new SharingBenchmark();
    var shared = new Shared();
    shared.share = sharing;
    shared.prepare();
    var first = new Reactor();
    first.prepare(shared);
    var second = new Reactor();
    second.prepare(shared);
    assertThat(benchmark.respond1(first))
        .isEqualTo(benchmark.respond2(second))
        .isEqualTo(benchmark.respond8(first))
        .isGreaterThan(1 << 10);
    first.clean();
    second.clean();
    shared.clean();
  }
}
