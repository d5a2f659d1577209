package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

final class EnumConverterTest {

  private enum Fruit {
    APPLE,
    PASSION_FRUIT
  }

  private final EnumConverter<Fruit> converter = new EnumConverter<>(Fruit.class);

  @Test
  void readsANameInAnyCase() {
    assertThat(converter.convert("apple")).isEqualTo(Fruit.APPLE);
    assertThat(converter.convert("Passion-Fruit")).isEqualTo(Fruit.PASSION_FRUIT);
  }

  @Test
  void refusesAnUnknownNameWithTheKnownOnes() {
    assertThatExceptionOfType(TypeConversionException.class)
        .isThrownBy(() -> converter.convert("pear"))
        .withMessage("'pear' is none of apple, passion-fruit");
  }
}
