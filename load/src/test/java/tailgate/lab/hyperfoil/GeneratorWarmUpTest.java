package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class GeneratorWarmUpTest {

  @Test
  void endsByItselfAndLeavesNoEchoBehind() throws Exception {
    GeneratorWarmUp.run();

    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("echo");
  }
}
