package tailgate.lab.machines;

import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Describes the machine, Java and commit of a run, for a row of a table.
 *
 * @param processors the number that server, generator and lab had together
 * @param serverCores the number that the server had; all if they were shared
 * @param memoryMib null if unknown
 * @param commit ends with {@code -dirty} if files differed from it
 */
record ComparedMachine(
    String cpu,
    int processors,
    int serverCores,
    boolean shared,
    @Nullable Long memoryMib,
    String kernel,
    String java,
    String vendor,
    String collector,
    String commit) {

  private static final int CPU_WIDTH = 26;
  private static final int COMMIT_WIDTH = 7;

  /** Sorts by what may change the order of the stages: cores, then Java, then the rest. */
  static Comparator<ComparedMachine> order() {
    return Comparator.comparingInt(ComparedMachine::serverCores)
        .thenComparingInt(ComparedMachine::processors)
        .thenComparingInt(ComparedMachine::javaFeature)
        .thenComparing(ComparedMachine::java)
        .thenComparing(ComparedMachine::cpu);
  }

  /** Returns the feature release, 21 of {@code 21.0.8}; 0 if unknown. */
  int javaFeature() {
    String first = java.split("[^0-9]", 2)[0];
    return first.isEmpty() || first.length() > 4 ? 0 : Integer.parseInt(first);
  }

  /** Returns the cores of the server, and all, as {@code 1 of 2}. */
  String cores() {
    return shared ? processors + " shared" : serverCores + " of " + processors;
  }

  /** Returns the CPU without what all names have, cut to the width of a table. */
  String shortCpu() {
    String name =
        cpu.replaceAll("\\((?:R|TM|tm)\\)", "")
            .replaceAll("@.*|\\bCPU\\b|\\bProcessor\\b|\\b\\d+-Core\\b", "")
            .replaceAll("\\s+", " ")
            .strip();
    return name.length() <= CPU_WIDTH ? name : name.substring(0, CPU_WIDTH - 1) + "…";
  }

  String shortCommit() {
    return commit.substring(0, Math.min(COMMIT_WIDTH, commit.length()));
  }

  String memory() {
    return Objects.toString(memoryMib, "–");
  }
}
