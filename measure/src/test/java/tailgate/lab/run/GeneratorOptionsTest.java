package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import tailgate.lab.machine.Heaps;

final class GeneratorOptionsTest {

  /** In Arabic the size would be written in digits that no JVM reads. */
  @Test
  void theHeapIsWrittenInDigitsThatAJvmReadsInEveryLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG"));
    try {
      assertThat(HyperfoilRun.options(1_600, Heaps.UNLIMITED, List.of()))
          .contains("-Xms612m", "-Xmx612m");
    } finally {
      Locale.setDefault(before);
    }
  }
}
