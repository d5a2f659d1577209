import com.sun.tools.javac.file.JavacFileManager;
import com.sun.tools.javac.util.Context;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Runs Error Prone and NullAway over the sources of all modules: {@code Lint ROOT SETTING...}. A
 * warning fails it. The settings are those of Error Prone's plugin, in build/pom.xml.
 *
 * <p>Error Prone inside each compilation would start a cold JVM for every module, twice, and check
 * nothing where Maven finds the classes up to date. Here one JVM checks everything, several units
 * at a time, against the classes that Maven has compiled before.
 *
 * <p>A file that passed is checked again only when it changes, or names a type whose file has
 * changed. A file that is as in the main branch of origin passed in CI; Format.java has left the
 * list of the others. That finds nearly all that a change can do to other files; CI, which checks
 * all files, finds the rest.
 */
final class Lint {

  private static final String PASSED = "build/target/lint-passed.txt";

  /** Names of files relative to the root, one a line. All are to be checked if there is none. */
  private static final String CHANGED = "target/changed-files.txt";

  /** The main or the test sources of a module; they share a class path. */
  private record Unit(List<Path> sources, String classPath) {}

  private Lint() {}

  public static void main(String[] args) throws Exception {
    Path root = Path.of(args[0]);
    String settings = String.join(" ", List.of(args).subList(1, args.length));
    List<Unit> units = units(root);
    String tools = System.getProperty("java.class.path");
    String context = hash(settings + tools + units.stream().map(Unit::classPath).toList());
    Map<Path, String> sources = new TreeMap<>();
    for (Unit unit : units) {
      for (Path source : unit.sources) {
        sources.put(source, Files.readString(source));
      }
    }
    Map<Path, String> hashes = new TreeMap<>();
    sources.forEach((path, text) -> hashes.put(path, hash(context + text)));
    Path index = root.resolve(PASSED);
    Set<String> passed = Files.exists(index) ? Set.copyOf(Files.readAllLines(index)) : Set.of();
    List<Path> changed = new ArrayList<>(sources.keySet());
    changed.removeIf(path -> passed.contains(hashes.get(path)));
    Path list = root.resolve(CHANGED);
    if (Files.exists(list)) {
      Set<String> unlike = Set.copyOf(Files.readAllLines(list));
      changed.removeIf(
          path -> !unlike.contains(root.relativize(path).toString().replace('\\', '/')));
    }
    List<Path> due = due(sources, changed);

    List<String> complaints = check(units, due, settings);
    if (!complaints.isEmpty()) {
      complaints.forEach(System.err::println);
      System.err.println(complaints.size() + " warnings of Error Prone or NullAway");
      System.exit(1);
    }
    hashes
        .entrySet()
        .removeIf(file -> !due.contains(file.getKey()) && !passed.contains(file.getValue()));
    Files.createDirectories(index.getParent());
    Files.write(index, hashes.values());
  }

  /** The sources to check: those that changed, and those that name a type of one that did. */
  private static List<Path> due(Map<Path, String> sources, List<Path> changed) {
    if (changed.isEmpty() || changed.size() == sources.size()) {
      return changed;
    }
    Pattern names =
        Pattern.compile(
            changed.stream()
                .map(path -> path.getFileName().toString().replace(".java", ""))
                .collect(Collectors.joining("|", "\\b(", ")\\b")));
    return sources.entrySet().stream()
        .filter(
            source -> changed.contains(source.getKey()) || names.matcher(source.getValue()).find())
        .map(Map.Entry::getKey)
        .toList();
  }

  private static List<String> check(List<Unit> units, List<Path> due, String settings)
      throws Exception {
    List<String> complaints = new ArrayList<>();
    int threads = Runtime.getRuntime().availableProcessors();
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Callable<List<String>>> checks = new ArrayList<>();
      for (Unit unit : units) {
        List<Path> sources = unit.sources.stream().filter(due::contains).toList();
        if (!sources.isEmpty()) {
          checks.add(() -> check(sources, unit.classPath, settings));
        }
      }
      for (Future<List<String>> result : executor.invokeAll(checks)) {
        complaints.addAll(result.get());
      }
    }
    return complaints;
  }

  private static List<String> check(List<Path> sources, String classPath, String settings) {
    var files = new SharedPlugins();
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    List<String> options =
        List.of(
            "--release",
            "21",
            "-proc:none",
            "-XDcompilePolicy=simple",
            "-XDaddTypeAnnotationsToSymbol=true",
            "--should-stop=ifError=FLOW",
            "-XDshould-stop.ifNoError=FLOW",
            "-Xmaxwarns",
            "1000",
            "-Xplugin:ErrorProne " + settings,
            "-classpath",
            classPath);
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(
                null, files, diagnostics, options, null, files.getJavaFileObjectsFromPaths(sources))
            .call();
    List<String> complaints = new ArrayList<>();
    for (Diagnostic<?> diagnostic : diagnostics.getDiagnostics()) {
      if (diagnostic.getKind() != Diagnostic.Kind.NOTE) {
        complaints.add(diagnostic.toString());
      }
    }
    if (!compiled && complaints.isEmpty()) {
      complaints.add("javac failed without a word on " + sources);
    }
    return complaints;
  }

  /** The modules are the folders in which the build has left a class path. Largest units first. */
  private static List<Unit> units(Path root) throws IOException {
    List<Unit> units = new ArrayList<>();
    try (Stream<Path> folders = Files.list(root)) {
      for (Path module : folders.sorted().toList()) {
        Path file = module.resolve("target/class-path.txt");
        if (Files.exists(file)) {
          Path target = module.resolve("target");
          String path =
              target.resolve("classes") + File.pathSeparator + Files.readString(file).strip();
          units.add(new Unit(javaFiles(module.resolve("src/main/java")), path));
          path = target.resolve("test-classes") + File.pathSeparator + path;
          units.add(new Unit(javaFiles(module.resolve("src/test/java")), path));
        }
      }
    }
    units.sort((one, other) -> other.sources.size() - one.sources.size());
    return units;
  }

  private static List<Path> javaFiles(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e); // every Java has it
    }
  }

  /** Takes javac's plugins from this program's own class path, so that they are loaded once. */
  private static final class SharedPlugins extends JavacFileManager {
    SharedPlugins() {
      super(new Context(), false, StandardCharsets.UTF_8);
    }

    @Override
    public boolean hasLocation(Location location) {
      return location == StandardLocation.ANNOTATION_PROCESSOR_PATH || super.hasLocation(location);
    }

    @Override
    public ClassLoader getClassLoader(Location location) {
      return location == StandardLocation.ANNOTATION_PROCESSOR_PATH
          ? Lint.class.getClassLoader()
          : super.getClassLoader(location);
    }
  }
}
