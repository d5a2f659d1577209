import com.google.googlejavaformat.java.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Checks or corrects the format of files below a folder: {@code Format check|apply ROOT
 * changed|all}. Java files are formatted by google-java-format. Other text files have no blanks at
 * the end of a line, and end with a line end.
 *
 * <p>It is a source file, not a Maven plugin, because google-java-format parses with the javac of
 * the JVM that it runs on. Inside a Maven on Java 17 it would reject the sources of Java 21. So it
 * runs on the JDK of the toolchain (see the root pom).
 *
 * <p>The hashes of the files that passed are kept in the build's folder, so that a second run reads
 * only what has changed. With {@code changed}, a file that is as in the main branch of origin
 * counts as one that passed, because CI checks all. Format leaves the list of the others for
 * Lint.java.
 */
final class Format {

  private static final String PASSED = "target/format-passed.txt";

  /** What differs from the main branch of origin: names relative to the root, one a line. */
  private static final String CHANGED = "target/changed-files.txt";

  private static final PathMatcher TEXT =
      FileSystems.getDefault()
          .getPathMatcher(
              "glob:{**.md,**.xml,**.properties,**.jmx,**/build/*.sh,**/tailgate,**/.ci/run,"
                  + "**/www/**.html,**/www/**.css,**/www/**.js}");

  /** A change to one of these may concern every file. */
  private static final Pattern RULES = Pattern.compile("(.*/)?pom\\.xml|build/[^/]*\\.java");

  private final boolean apply;
  private final List<Path> java = new ArrayList<>();
  private final List<Path> bad = new ArrayList<>();

  private Format(boolean apply) {
    this.apply = apply;
  }

  public static void main(String[] args) throws Exception {
    if (!List.of("check", "apply").contains(args[0])) {
      throw new IllegalArgumentException("neither check nor apply: " + args[0]);
    }
    Path root = Path.of(args[1]);
    Path list = root.resolve(CHANGED);
    List<String> changed = args[2].equals("all") ? null : changed(root);
    if (changed == null) {
      Files.deleteIfExists(list);
    } else {
      Files.createDirectories(list.getParent());
      Files.write(list, changed);
    }
    System.exit(new Format(args[0].equals("apply")).run(root, changed) ? 0 : 1);
  }

  /**
   * What differs from the commit at which this branch left the main branch of origin. Null if all
   * files are to be checked: there is no such commit, or the rules themselves have changed.
   */
  private static List<String> changed(Path root) throws Exception {
    List<String> prefix = git(root, "rev-parse", "--show-prefix");
    List<String> base = git(root, "merge-base", "HEAD", "origin/HEAD");
    if (!List.of("").equals(prefix) || base == null) {
      return null; // no clone, or an archive that was unpacked inside another project's clone
    }
    List<String> edited = git(root, "diff", "--name-only", "--no-renames", base.get(0));
    List<String> added = git(root, "ls-files", "--others", "--exclude-standard");
    if (edited == null || added == null) {
      return null;
    }
    List<String> changed = new ArrayList<>(edited);
    changed.addAll(added);
    return changed.stream().anyMatch(RULES.asMatchPredicate()) ? null : changed;
  }

  /** The lines that git prints, or null if it fails. */
  private static List<String> git(Path root, String... arguments) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-c", "core.quotePath=false"));
    command.addAll(List.of(arguments));
    try {
      Process git =
          new ProcessBuilder(command)
              .directory(root.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      List<String> lines = git.inputReader(StandardCharsets.UTF_8).lines().toList();
      return git.waitFor() == 0 ? lines : null;
    } catch (IOException e) {
      return null; // there is no git
    }
  }

  /** Returns false if a file is not formatted, or not to be parsed. */
  private boolean run(Path root, List<String> changed) throws Exception {
    Path index = root.resolve(PASSED);
    String passed = Files.exists(index) ? Files.readString(index) : "";
    List<Path> files = files(root);
    if (changed != null) {
      files.removeIf(
          file -> !changed.contains(root.relativize(file).toString().replace('\\', '/')));
    }
    for (Map.Entry<Path, String> file : hashes(files).entrySet()) {
      if (passed.contains(file.getValue())) {
        continue;
      }
      if (file.getKey().toString().endsWith(".java")) {
        java.add(file.getKey());
      } else {
        text(file.getKey());
      }
    }
    boolean parsed = java();
    bad.forEach(System.err::println);
    if (!parsed || !bad.isEmpty()) {
      System.err.println("The files above are not formatted; ./tailgate format does it.");
      return false;
    }
    Files.createDirectories(index.getParent());
    Files.write(index, hashes(files).values()); // of these only: the others were not checked here
    return true;
  }

  /** Prints the names of the files that it does not accept. */
  private boolean java() throws Exception {
    if (java.isEmpty()) {
      return true;
    }
    List<String> command = new ArrayList<>();
    command.addAll(apply ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
    java.forEach(file -> command.add(file.toString()));
    var err = new PrintWriter(System.err, true);
    return new Main(err, err, System.in).format(command.toArray(String[]::new)) == 0;
  }

  private void text(Path file) throws IOException {
    String is = Files.readString(file);
    String wanted = is.replaceAll("[ \\t]+(?=\\R|\\z)", "");
    if (!wanted.isEmpty() && !wanted.endsWith("\n")) {
      wanted += "\n";
    }
    if (wanted.equals(is)) {
      return;
    }
    if (apply) {
      Files.writeString(file, wanted);
    } else {
      bad.add(file);
    }
  }

  private static List<Path> files(Path root) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean foreign = name.equals("target") || name.equals(".git");
            return foreign && !folder.equals(root)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()
                && (file.toString().endsWith(".java") || TEXT.matches(file))) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  private static Map<Path, String> hashes(List<Path> files) throws IOException {
    String formatter = System.getProperty("java.class.path");
    Map<Path, String> hashes = new TreeMap<>();
    for (Path file : files) {
      try {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(formatter.getBytes(StandardCharsets.UTF_8));
        digest.update(Files.readAllBytes(file));
        hashes.put(file, HexFormat.of().formatHex(digest.digest()));
      } catch (NoSuchAlgorithmException e) {
        throw new AssertionError(e); // every Java has it
      }
    }
    return hashes;
  }
}
