import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs a JMeter plan and fails if its requests do: {@code RunPlan LAUNCHER PLAN RESULTS
 * -D{name=value, name=value}}. It is what {@code mvn -pl jmeter verify -Pload} ends in; the last
 * argument is what Maven was given.
 *
 * <p>Each run gets a folder of its own in RESULTS, as JMeter adds to samples that are there, and
 * refuses to write its report over an old one. JMeter itself exits with 0 whatever the answers
 * were; here more than {@code maxErrors} per cent of failed requests, 0 if that is not given, are a
 * failure.
 */
final class RunPlan {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS", Locale.ROOT);

  private static final Pattern GIVEN = Pattern.compile("([\\w.-]+)=([^,}]+)");

  /** In a plan: the name of a property that has a default. */
  private static final Pattern PROPERTY = Pattern.compile("__P\\((\\w+),");

  /** In the dashboard's statistics.json. */
  private static final Pattern TOTAL =
      Pattern.compile(
          "\"Total\"[^{]*\\{[^}]*\"sampleCount\"\\s*:\\s*(\\d+)[^}]*\"errorCount\"\\s*:\\s*(\\d+)");

  private RunPlan() {}

  public static void main(String[] args) throws Exception {
    Path plan = Path.of(args[1]);
    if (!Files.exists(plan)) {
      System.err.println("no plan " + plan);
      System.exit(1);
    }
    Map<String, String> given = new HashMap<>();
    GIVEN.matcher(args[3]).results().forEach(p -> given.put(p.group(1), p.group(2).strip()));
    Path folder = newFolder(Path.of(args[2]), plan);
    int code = run(command(Path.of(args[0]), plan, given, folder));
    double maxErrors = Double.parseDouble(given.getOrDefault("maxErrors", "0"));
    System.exit(code != 0 ? code : judge(folder, maxErrors));
  }

  private static Path newFolder(Path results, Path plan) throws IOException {
    String name = plan.getFileName().toString().replace(".jmx", "");
    String time = LocalDateTime.now(ZoneId.systemDefault()).format(TIME);
    Files.createDirectories(results);
    return Files.createDirectory(results.resolve(name + "-" + time));
  }

  private static List<String> command(
      Path launcher, Path plan, Map<String, String> given, Path folder) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Every user is a platform thread.
    command.addAll(List.of("-Xss256k", "-Xmx2g", "-jar", launcher.toString()));
    command.addAll(List.of("-n", "-t", plan.toString()));
    command.addAll(List.of("-l", folder.resolve("samples.jtl").toString()));
    command.addAll(List.of("-j", folder.resolve("jmeter.log").toString()));
    command.addAll(List.of("-e", "-o", folder.resolve("report").toString()));
    PROPERTY
        .matcher(Files.readString(plan))
        .results()
        .map(property -> property.group(1))
        .distinct()
        .filter(given::containsKey)
        .forEach(property -> command.add("-J" + property + "=" + given.get(property)));
    return command;
  }

  private static int run(List<String> command) throws IOException, InterruptedException {
    System.out.println(String.join(" ", command));
    Process jmeter = new ProcessBuilder(command).inheritIO().start();
    Runtime.getRuntime().addShutdownHook(new Thread(jmeter::destroy));
    return jmeter.waitFor();
  }

  private static int judge(Path folder, double maxErrors) throws IOException {
    Path report = folder.resolve("report");
    Matcher total = TOTAL.matcher(Files.readString(report.resolve("statistics.json")));
    if (!total.find()) {
      throw new IOException("no total in " + report.resolve("statistics.json"));
    }
    long requests = Long.parseLong(total.group(1));
    long failed = Long.parseLong(total.group(2));
    System.out.printf("%d of %d requests failed; %s/index.html%n", failed, requests, report);
    return requests > 0 && failed * 100.0 <= maxErrors * requests ? 0 : 1;
  }
}
