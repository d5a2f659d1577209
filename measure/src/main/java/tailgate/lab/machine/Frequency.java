package tailgate.lab.machine;

import static tailgate.lab.load.Text.format;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import tailgate.lab.load.Disturbance.Degree;
import tailgate.lab.machine.Fitness.Finding;

/**
 * Finds what keeps processors from their full speed: see the kernel's Documentation/admin-guide/pm
 * (cpufreq). Virtual machines do not say.
 *
 * @param sys {@code /sys}, except in tests
 */
record Frequency(Path sys, List<Integer> processors) {

  private static final double FULL_SPEED = 0.95;

  /** Returns how often a processor was slowed down for its heat since the machine's start. */
  long timesTooHot() {
    return processors.stream()
        .flatMapToLong(core -> number(core, "thermal_throttle/core_throttle_count").stream())
        .sum();
  }

  /**
   * Says what keeps processors from their full speed.
   *
   * @param earlier as {@link #timesTooHot} said before
   */
  Finding since(long earlier) {
    long tooHot = timesTooHot() - earlier;
    if (tooHot > 0) {
      String figure = format("lowered %d times because a processor was too hot", tooHot);
      return finding(Degree.TOO_MUCH, figure, "Let it cool, or cool it better.", true);
    }
    List<String> limited = new ArrayList<>();
    boolean isKnown = false;
    for (int core : processors) {
      OptionalLong most = number(core, "cpufreq/cpuinfo_max_freq");
      OptionalLong allowed = number(core, "cpufreq/scaling_max_freq");
      if (most.isPresent() && allowed.isPresent()) {
        isKnown = true;
        double share = (double) allowed.getAsLong() / most.getAsLong();
        if (share < FULL_SPEED) {
          limited.add(format("processor %d is limited to %.0f %%", core, 100 * share));
        }
      }
    }
    return limited.isEmpty()
        ? finding(Degree.NONE, isKnown ? "not limited" : "unknown", "", false)
        : finding(
            Degree.SOME,
            String.join(", ", limited),
            "Use mains power and the profile for performance (powerprofilesctl set performance).",
            false);
  }

  private static Finding finding(Degree degree, String figure, String help, boolean mayPass) {
    return new Finding("frequency", degree, figure, help, mayPass);
  }

  private OptionalLong number(int core, String file) {
    return KernelFile.number(sys.resolve(format("devices/system/cpu/cpu%d/%s", core, file)));
  }
}
