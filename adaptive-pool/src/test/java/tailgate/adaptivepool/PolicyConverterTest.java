package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;
import tailgate.adaptivepool.policy.LadderPolicy;
import tailgate.adaptivepool.policy.LittlesLawPolicy;
import tailgate.adaptivepool.policy.PolicyChoice;

final class PolicyConverterTest {
  private final Main.PolicyConverter converter = new Main.PolicyConverter();

  @Test
  void policiesAreChosenByName() {
    assertThat(converter.convert("littles-law").policy()).isEqualTo(new LittlesLawPolicy());
    assertThat(converter.convert("ladder").policy()).isEqualTo(new LadderPolicy());
    assertThat(converter.convert("Ladder")).isEqualTo(PolicyChoice.LADDER);
  }

  @Test
  void anUnknownNameIsAnsweredByTheKnownOnes() {
    assertThatExceptionOfType(TypeConversionException.class)
        .isThrownBy(() -> converter.convert("luck"))
        .withMessage("'luck' is none of littles-law, ladder, hill-climbing, liberty");
  }
}
