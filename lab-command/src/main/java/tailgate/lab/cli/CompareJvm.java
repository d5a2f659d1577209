package tailgate.lab.cli;

import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.machine.Isolation.Collector;
import tailgate.lab.run.FootprintProbe;
import tailgate.lab.variants.Jvm;
import tailgate.lab.variants.VariantsPlan;

/** Shows what collector, heap, object headers and version of the JVM make of the same server. */
@Command(
    name = "jvm",
    description = {
      "What do collector, heap, object headers and Java version change: tail, processor time,"
          + " memory for a connection?",
      "1,000 arrivals a second at virtual-threads, and 2,000 idle connections before the warm-up"
          + " and after it; with --java 21=PATH,25=PATH on each of these Javas, with compact"
          + " headers on Java 25 and later. One thing changes at a time: less than two hours. With"
          + " --quick 1,000 connections, about 2 minutes."
    })
final class CompareJvm extends CompareVariants {

  private static final String HEAP = "[1-9][0-9]*[kmg]";

  @Option(
      names = "--collectors",
      split = ",",
      paramLabel = "NAME",
      converter = IsolationOptions.CollectorConverter.class,
      description =
          "collectors: serial, parallel, g1, zgc, or default for the choice of the JVM; the"
              + " others are compared with the first (default: g1,serial,parallel,zgc; with"
              + " --quick g1,serial,zgc)")
  @Nullable List<Collector> collectors;

  @Option(
      names = "--heaps",
      split = ",",
      paramLabel = "SIZE",
      description =
          "sizes for -Xmx; the others are compared with the first (default: 256m,64m,1g; with"
              + " --quick 256m,64m)")
  @Nullable List<String> heaps;

  @Option(
      names = "--crossed",
      description =
          "also each collector with each heap, with compact headers and on each other Java: about"
              + " four hours")
  boolean crossed;

  @Override
  VariantsPlan plan(SequencedMap<String, String> javas, Blocks blocks) throws LabException {
    if (lab().isolation.hasCollector()) {
      throw wrong("jvm compares collectors: it takes --collectors, and no --gc");
    }
    boolean quick = lab().quick;
    if (quick && crossed) {
      throw wrong("--quick changes one thing at a time: it goes without --crossed");
    }
    List<Collector> chosenCollectors =
        Objects.requireNonNullElse(collectors, Jvm.collectors(quick));
    List<String> chosenHeaps = Objects.requireNonNullElse(heaps, Jvm.heaps(quick));
    checkDistinct("--collectors", chosenCollectors);
    checkDistinct("--heaps", chosenHeaps);
    for (String heap : chosenHeaps) {
      if (!heap.matches(HEAP)) {
        throw wrong("--heaps takes sizes as -Xmx has them, such as 256m, and not '" + heap + "'");
      }
    }
    sayIfAlone(javas, "");
    if (!Jvm.hasCompact(javas)) {
      console().println("no compact object headers: they need Java 25 or newer");
      console().flush();
    }
    FootprintProbe.check();
    Descriptors.check(Jvm.connections(quick));
    return Jvm.plan(javas, chosenCollectors, chosenHeaps, crossed, quick, blocks);
  }

  private void checkDistinct(String option, List<?> values) {
    if (values.stream().distinct().count() != values.size()) {
      throw wrong(option + " names one twice");
    }
  }
}
