package tailgate.lab.variants;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;

/**
 * What is compared.
 *
 * @param name the experiment
 * @param load in words
 * @param handler the file in {@code docs/examples} that has the handler, without {@code .java};
 *     null if no variant has one
 * @param javas each Java by its name, as {@code java -version} has it
 * @param twin the variant that the A/A arm repeats; null for none
 * @param settles whether a server is warmed until it has settled; else each load warms it
 * @param remarks how far to trust it
 */
public record VariantsPlan(
    String name,
    String question,
    String load,
    @Nullable String handler,
    Map<String, String> javas,
    List<Variant> variants,
    Traffic traffic,
    @Nullable String twin,
    boolean settles,
    Blocks blocks,
    List<String> remarks) {

  public VariantsPlan {
    javas = Map.copyOf(javas);
    variants = List.copyOf(variants);
    remarks = List.copyOf(remarks);
  }

  /** In each block the servers, and the variants of each, in random order. */
  List<VariantRun> runs() {
    List<VariantRun> runs = new ArrayList<>();
    for (int block = 1; block <= blocks.count(); block++) {
      for (List<VariantRun> atOneServer : blocks.shuffled(block, servers(block))) {
        runs.addAll(blocks.shuffled(block, atOneServer));
      }
    }
    return runs;
  }

  private List<List<VariantRun>> servers(int block) {
    List<List<VariantRun>> servers = new ArrayList<>();
    for (String server : variants.stream().map(Variant::server).distinct().toList()) {
      servers.add(
          variants.stream()
              .filter(variant -> variant.server().equals(server))
              .map(variant -> new VariantRun(variant.name(), server, block, false))
              .toList());
    }
    if (twin != null) {
      servers.add(List.of(new VariantRun(twin, variant(twin).server(), block, true)));
    }
    return servers;
  }

  Variant variant(String itsName) {
    return variants.get(place(itsName));
  }

  /** In the order of the plan. */
  int place(String itsName) {
    for (int i = 0; i < variants.size(); i++) {
      if (variants.get(i).name().equals(itsName)) {
        return i;
      }
    }
    throw new IllegalArgumentException("there is no variant " + itsName);
  }

  /** Whether variants are compared with others. */
  boolean hasBases() {
    return variants.stream().anyMatch(variant -> variant.base() != null);
  }

  /** The head of the column of those who ask beside the load; empty if nobody does. */
  Optional<String> others() {
    if (variants.stream().anyMatch(variant -> variant.rare() != null)) {
      return Optional.of("rare ones/s");
    }
    return variants.stream().anyMatch(variant -> variant.background() > 0)
        ? Optional.of("background/s")
        : Optional.empty();
  }

  /** Whether reports say what memory and garbage a variant needs. */
  boolean isAboutMemory() {
    return variants.stream().anyMatch(variant -> variant.setting().containsKey(Locals.BUFFER));
  }

  /** Whether reports say how many workers a variant had. */
  boolean isAboutPools() {
    return variants.stream().anyMatch(variant -> variant.setting().containsKey(Sizing.POLICY));
  }

  /** Whether variants say which collector they have. */
  public boolean comparesJvms() {
    return variants.stream().anyMatch(variant -> variant.setting().containsKey(Jvm.COLLECTOR));
  }

  /** Whether memory is read around the loads, without idle connections and with them. */
  boolean readsFootprints() {
    return comparesJvms() || name.equals(Threads.NAME);
  }

  /** All stages that are started. */
  public List<String> stages() {
    return variants.stream().map(Variant::stage).distinct().toList();
  }
}
