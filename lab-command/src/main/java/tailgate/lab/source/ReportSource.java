package tailgate.lab.source;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tailgate.lab.LabException;
import tailgate.lab.jmeter.Jtl;
import tailgate.lab.jmeter.Samples;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.machine.Environment;
import tailgate.lab.machine.Fact;
import tailgate.lab.results.Archive;
import tailgate.lab.results.Archive.Failure;
import tailgate.lab.summary.Comparison;
import tailgate.lab.summary.Report;

/**
 * A run, or a file, from which a report can be made.
 *
 * @param label a short name, after its file
 * @param facts where and how it was measured, as far as known
 * @param environment where and how an archive was measured; empty without an archive
 * @param archive the file it was read from; empty if that is not an archive of the lab
 */
public record ReportSource(
    Path path,
    String label,
    Report report,
    List<Fact> facts,
    List<Failure> missing,
    Optional<Environment> environment,
    Optional<Archive> archive) {

  /** Nobody reads more rows of a table, or more lines in a chart. */
  private static final int MOST_LABELS = 100;

  /**
   * Reads a folder or file that a user has named.
   *
   * @throws LabException if it does not exist, or is of no kind that the lab knows; in one line
   */
  public static ReportSource read(Path path) throws IOException, LabException {
    if (!Files.exists(path)) {
      throw new LabException("no " + path);
    }
    if (Files.isDirectory(path)) {
      Path archive = path.resolve(Archive.NAME);
      if (!Files.exists(archive)) {
        throw new LabException(
            path + " holds no " + Archive.NAME + "; is it a folder of ./tailgate compare?");
      }
      return archived(archive, path);
    }
    return isGzip(path) ? archived(path, path) : jtl(path);
  }

  private static boolean isGzip(Path path) {
    return path.toString().endsWith(".gz");
  }

  private static ReportSource archived(Path file, Path named) throws LabException {
    Archive archive = new Archive(file);
    Archive.Content content = archive.read();
    try {
      Path folder = file.toAbsolutePath().normalize().getParent();
      String label = name(folder == null ? file : folder);
      return new ReportSource(
          named,
          label,
          ArchivedReports.of(content),
          content.heading().environment().facts(),
          content.failures(),
          Optional.of(content.heading().environment()),
          Optional.of(archive));
    } catch (IOException e) {
      throw new LabException(file + " holds no results of the lab: " + Archive.firstLine(e), e);
    }
  }

  private static ReportSource jtl(Path file) throws IOException, LabException {
    Map<String, Samples> all = Jtl.read(file);
    all.remove(Jtl.WARM_UP);
    if (all.isEmpty()) {
      throw new LabException(file + " has no samples");
    }
    Map<String, Samples> byLabel = mostFrequent(all);
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("results", file.toString()));
    if (byLabel.size() < all.size()) {
      facts.add(
          new Fact(
              "labels",
              format("the %,d with the most requests of %,d", byLabel.size(), all.size())));
    }
    String label = name(file).replaceFirst("\\.[a-z]+$", "");
    List<Measurement> measurements = new ArrayList<>();
    byLabel.forEach(
        (sampler, samples) -> {
          String name = byLabel.size() == 1 || sampler.isEmpty() ? label : sampler;
          measurements.add(samples.measurement(name, name, null, ServerView.NOTHING));
        });
    Report report = new Comparison(List.of(new Comparison.Entry(label, measurements)));
    return new ReportSource(
        file, label, report, facts, List.of(), Optional.empty(), Optional.empty());
  }

  /** Returns the labels with the most requests, in the order of their first appearance. */
  private static Map<String, Samples> mostFrequent(Map<String, Samples> all) {
    List<Samples> kept =
        all.values().stream()
            .sorted(Comparator.comparingInt(Samples::count).reversed())
            .limit(MOST_LABELS)
            .toList();
    Map<String, Samples> frequent = new LinkedHashMap<>(all);
    frequent.values().retainAll(Set.copyOf(kept));
    return frequent;
  }

  private static String name(Path path) {
    Path name = path.toAbsolutePath().normalize().getFileName();
    return name == null ? path.toString() : name.toString();
  }
}
