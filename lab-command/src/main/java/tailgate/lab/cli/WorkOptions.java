package tailgate.lab.cli;

import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.experiment.StageArguments;

/** The options that replace the servers' arguments and the requests' paths of an experiment. */
final class WorkOptions {

  /** The file of {@code --file-size} has this path, unless {@code --path} names it. */
  private static final String PAGE = "/page.txt";

  /** A path of a file; that of a handler may have a query. */
  private static final String FILE = "/[!-~&&[^?#%]]*";

  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})(B|KiB|MiB)?");
  private static final long MOST_BYTES = 64L << 20;

  /** The lab sets these options for each server. */
  private static final List<String> OF_LAB =
      List.of("-p", "--port", "-r", "--root", "--admin-port");

  private static final String KEPT = "kept";
  private static final String NEW = "new";

  /** The option that adds arguments of the servers alone. */
  static final class Arguments {

    @Option(
        names = "--stage-args",
        paramLabel = "STAGE=ARGS",
        description =
            "further arguments for a stage, such as \"threadpool=--workers 8\"; they replace"
                + " arguments of the experiment that have the same name")
    Map<String, String> byStage = new LinkedHashMap<>();

    /**
     * Returns the arguments that the user has added.
     *
     * @param stages the stages that take part
     */
    StageArguments of(LabOptions lab, List<String> stages) {
      Map<String, List<String>> all = new TreeMap<>();
      byStage.forEach(
          (stage, text) -> {
            if (!stages.contains(stage)) {
              throw lab.wrong("--stage-args: '%s' takes no part".formatted(stage));
            }
            all.put(stage, arguments(lab, stage, text));
          });
      return new StageArguments(all);
    }
  }

  @Mixin Arguments stageArguments = new Arguments();

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description =
          "the path that is requested, such as /index.html (default: that of the experiment)")
  @Nullable String path;

  @Option(
      names = "--file-size",
      paramLabel = "SIZE",
      description =
          "request a file of this size, such as 10, 4KiB or 1MiB; the servers have only this file")
  @Nullable String fileSize;

  private static List<String> arguments(LabOptions lab, String stage, String text) {
    List<String> words = text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    if (words.isEmpty() || !words.get(0).startsWith("-")) {
      throw lab.wrong(
          "--stage-args: '%s' gets options, such as \"%s=--backlog 100\", not '%s'"
              .formatted(stage, stage, text));
    }
    for (String word : words) {
      if (OF_LAB.contains(word.split("=", 2)[0])) {
        throw lab.wrong("--stage-args: the lab sets %s itself".formatted(word));
      }
    }
    return words;
  }

  /**
   * Returns the path that the user wants; empty for that of the experiment.
   *
   * @param anyAnswers whether a handler answers, so that there need not be a file
   */
  Optional<String> path(LabOptions lab, boolean anyAnswers) {
    if (path == null) {
      return Optional.ofNullable(fileSize).map(size -> PAGE);
    }
    boolean isPath = anyAnswers ? Candidate.isPath(path) : path.matches(FILE);
    if (!isPath || path.contains("/../") || path.endsWith("/..")) {
      throw lab.wrong(
          "--path begins with / and has no blanks, dots or, for files, queries, unlike " + path);
    }
    if (fileSize != null && path.endsWith("/")) {
      throw lab.wrong("--path names a folder, and --file-size is that of a file");
    }
    boolean exists = Files.exists(lab.project().site().resolve(path.substring(1)));
    if (fileSize == null && !anyAnswers && !exists) {
      throw lab.wrong("--path: there is no " + path + " in " + lab.project().site());
    }
    return Optional.of(path);
  }

  /** Returns the size of the only file in bytes; empty for the sample site. */
  Optional<Long> fileSize(LabOptions lab) {
    if (fileSize == null) {
      return Optional.empty();
    }
    Matcher size = SIZE.matcher(fileSize);
    long bytes = size.matches() ? Long.parseLong(size.group(1)) * unit(size.group(2)) : -1;
    if (bytes < 1 || bytes > MOST_BYTES) {
      throw lab.wrong("--file-size is 1 to 64MiB, such as 10 or 4KiB, not '" + fileSize + "'");
    }
    return Optional.of(bytes);
  }

  private static long unit(@Nullable String name) {
    return "KiB".equals(name) ? 1 << 10 : "MiB".equals(name) ? 1 << 20 : 1;
  }

  /** The option for experiments that open connections in one way or the other. */
  static final class Connections {

    @Option(
        names = "--connections",
        split = ",",
        paramLabel = "KIND",
        description =
            "kept (for many requests), new (for each request), or kept,new for both (default:"
                + " those of the experiment)")
    @Nullable List<String> kinds;

    /** Returns whether connections are kept: one value or both; empty for the experiment's. */
    Optional<List<Boolean>> kept(LabOptions lab) {
      if (kinds == null) {
        return Optional.empty();
      }
      for (String kind : kinds) {
        if (!List.of(KEPT, NEW).contains(kind)) {
          throw lab.wrong("connections are kept or new, not '%s'".formatted(kind));
        }
      }
      return Optional.of(kinds.stream().distinct().map(KEPT::equals).toList());
    }
  }
}
