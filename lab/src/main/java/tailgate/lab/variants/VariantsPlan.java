package tailgate.lab.variants;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentFile.Reading;
import tailgate.lab.plan.ExperimentReader;

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
 * @param ownFile the text of a user's own file; null for an experiment of the lab
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
    List<String> remarks,
    @Nullable String ownFile) {

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

  /** Returns the file of the experiment, in its long form. */
  ExperimentFile experiment() {
    return ExperimentReader.known(name, ownFile);
  }

  /** Returns whether memory is read around the loads, without silent connections and with them. */
  boolean readsFootprints() {
    return experiment().measure().contains(Reading.FOOTPRINT);
  }

  /** All stages that are started. */
  public List<String> stages() {
    return variants.stream().map(Variant::stage).distinct().toList();
  }
}
