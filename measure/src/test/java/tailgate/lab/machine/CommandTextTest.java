package tailgate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandTextTest {

  @Test
  void whereTheResultsWentIsNobodysBusiness() {
    assertThat(CommandText.of(List.of("compare", "--out", "/home/me/results", "scale")))
        .isEqualTo("java -jar lab-command/target/lab.jar compare scale");
    assertThat(CommandText.of(List.of("compare", "scale", "--out=/home/me/results")))
        .isEqualTo("java -jar lab-command/target/lab.jar compare scale");
  }

  @Test
  void saysWhatWasTypedAndNotWhereTheCheckoutIs() {
    assertThat(
            CommandText.of(
                List.of("compare", "--project-root", "/home/me/x", "burst", "--trials=2")))
        .isEqualTo("./tailgate compare burst --trials=2");
    assertThat(CommandText.of(List.of("compare", "--stage-args", "adaptive-pool=--interval 5ms")))
        .isEqualTo(
            "java -jar lab-command/target/lab.jar compare --stage-args 'adaptive-pool=--interval"
                + " 5ms'");
  }
}
