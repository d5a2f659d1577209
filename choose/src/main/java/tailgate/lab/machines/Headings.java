package tailgate.lab.machines;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tailgate.lab.machine.Environment;
import tailgate.lab.machine.Host;

/** Reads the machine of an archive, of any version of its schema. */
final class Headings {

  private static final String UNKNOWN = "unknown";

  private static final Pattern MACHINE =
      Pattern.compile(
          "(?<cpu>.*), (?<processors>\\d{1,5}) processors, (?:(?<mib>\\d{1,12}) MiB|unknown"
              + " memory), (?<system>.*), [^,]+, [^,]+");

  private static final Pattern VERSION = Pattern.compile("version \"([^\"]+)\"");
  private static final Pattern BUILD = Pattern.compile("Runtime Environment ([A-Z]\\w+)-");
  private static final Pattern CORES =
      Pattern.compile("server on ([\\d,]+), generator and lab on ([\\d,]+)");
  private static final Pattern COLLECTOR = Pattern.compile("collector of the servers: (\\w+)");

  private Headings() {}

  static ComparedMachine machine(Environment environment) {
    Host host = environment.host();
    Host.Parties parties = environment.isolation();
    if (host == null || parties == null) {
      return inWords(environment);
    }
    boolean shared = parties.server().isEmpty();
    return new ComparedMachine(
        host.cpu(),
        host.processors(),
        shared ? host.processors() : parties.server().size(),
        shared,
        host.memoryMib(),
        host.system() + " " + host.kernel(),
        host.javaVersion(),
        host.javaVendor(),
        parties.collector(),
        environment.commit());
  }

  /** Reads a heading of schema 1, which has the machine and the Java in words only. */
  private static ComparedMachine inWords(Environment environment) {
    Matcher machine = MACHINE.matcher(environment.machine());
    boolean known = machine.matches();
    int processors = known ? Integer.parseInt(machine.group("processors")) : 0;
    String apart = first(CORES, environment.cores());
    return new ComparedMachine(
        known ? machine.group("cpu") : environment.machine(),
        processors,
        apart.equals(UNKNOWN) ? processors : apart.split(",", -1).length,
        apart.equals(UNKNOWN),
        known && machine.group("mib") != null ? Long.valueOf(machine.group("mib")) : null,
        known ? machine.group("system") : UNKNOWN,
        first(VERSION, environment.java()),
        first(BUILD, environment.java()),
        first(COLLECTOR, environment.cores()),
        environment.commit());
  }

  private static String first(Pattern pattern, @Nullable String text) {
    Matcher found = pattern.matcher(text == null ? "" : text);
    return found.find() ? found.group(1) : UNKNOWN;
  }
}
