package tailgate.lab.variants;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.machine.Isolation.Collector;

class JvmTest {

  @Test
  void theShortFormVariesOneThingAtATime() {
    VariantsPlan plan = plan(VariantSamples.javas(), true);

    assertThat(plan.variants())
        .extracting(Variant::name)
        .containsExactlyInAnyOrder(
            "Java 25, g1, 256m",
            "Java 25, serial, 256m",
            "Java 25, zgc, 256m",
            "Java 25, g1, 64m",
            "Java 25, g1, 256m, compact headers",
            "Java 21, g1, 256m");
    assertThat(plan.twin()).isNull();
  }

  @Test
  void theLongFormVariesOneThingAtATimeToo() {
    VariantsPlan plan = plan(VariantSamples.javas(), false);

    assertThat(plan.variants())
        .hasSize(1 + 3 + 2 + 1 + 1)
        .extracting(Variant::name)
        .doesNotHaveDuplicates()
        .contains("Java 25, parallel, 256m", "Java 25, g1, 1g")
        .doesNotContain("Java 25, zgc, 64m", "Java 21, zgc, 256m");
    assertThat(plan.twin()).isEqualTo("Java 25, g1, 256m");
  }

  @Test
  void crossedHasEachCollectorWithEachHeapOnTheNewestJava() {
    VariantsPlan plan =
        Jvm.plan(
            VariantSamples.javas(),
            Jvm.collectors(false),
            Jvm.heaps(false),
            true,
            false,
            new Blocks(10, 7));

    assertThat(plan.variants())
        .hasSize(4 * 3 + 4 + 4)
        .extracting(Variant::name)
        .doesNotHaveDuplicates()
        .contains(
            "Java 25, zgc, 64m",
            "Java 25, serial, 1g",
            "Java 25, zgc, 256m, compact headers",
            "Java 21, zgc, 256m")
        .doesNotContain("Java 21, zgc, 64m", "Java 25, zgc, 64m, compact headers");
    assertThat(plan.twin()).isEqualTo("Java 25, g1, 256m");
  }

  @Test
  void theNewestJavaIsTheBaseWhereverItIsNamed() {
    SequencedMap<String, String> javas = new LinkedHashMap<>();
    javas.put("new", "25.0.3");
    javas.put("old", "21.0.8");

    assertThat(plan(javas, true).variant("Java old, g1, 256m").base())
        .isEqualTo("Java new, g1, 256m");
  }

  @Test
  void theFirstOfEachListIsTheBase() {
    VariantsPlan plan =
        Jvm.plan(
            VariantSamples.javas(),
            List.of(Collector.ZGC, Collector.SERIAL),
            List.of("1g"),
            false,
            true,
            new Blocks(1, 7));

    assertThat(plan.variant("Java 25, serial, 1g").base()).isEqualTo("Java 25, zgc, 1g");
    assertThat(plan.variant("Java 25, zgc, 1g").base()).isNull();
  }

  @Test
  void compactHeadersTakePartWhereTheJavaHasThem() {
    SequencedMap<String, String> old = new LinkedHashMap<>(Map.of("21", "21.0.8"));

    assertThat(Jvm.hasCompact(old)).isFalse();
    assertThat(Jvm.hasCompact(VariantSamples.javas())).isTrue();
    assertThat(plan(old, false).variants())
        .allSatisfy(its -> assertThat(its.jvm()).noneMatch(option -> option.contains("Headers")));
  }

  @Test
  void aVariantIsInTheOptionsOfItsJvm() {
    VariantsPlan plan = plan(VariantSamples.javas(), false);

    assertThat(plan.variant("Java 25, zgc, 256m").jvm())
        .containsExactly("-XX:+UseZGC", "-Xmx256m", "-XX:-UseCompactObjectHeaders");
    assertThat(plan.variant("Java 25, g1, 256m, compact headers").jvm())
        .containsExactly("-XX:+UseG1GC", "-Xmx256m", "-XX:+UseCompactObjectHeaders");
    assertThat(plan.variant("Java 21, g1, 256m").jvm()).containsExactly("-XX:+UseG1GC", "-Xmx256m");
  }

  @Test
  void allVariantsHaveTheSameLoadAndConnections() {
    VariantsPlan plan = plan(VariantSamples.javas(), false);

    assertThat(plan.variants())
        .extracting(variant -> plan.traffic().measured(variant, 1))
        .containsOnly(plan.traffic().measured(plan.variants().get(0), 1));
    assertThat(plan.variants()).extracting(Variant::idle).containsOnly(2_000);
    assertThat(plan.variants()).extracting(Variant::arguments).containsOnly(Jvm.arguments());
    assertThat(plan.settles()).as("nothing comes before the first reading").isFalse();
    assertThat(plan.readsFootprints()).isTrue();
  }

  private static VariantsPlan plan(SequencedMap<String, String> javas, boolean quick) {
    return Jvm.plan(
        javas,
        Jvm.collectors(quick),
        Jvm.heaps(quick),
        false,
        quick,
        new Blocks(quick ? 1 : 10, 7));
  }
}
