package tailgate.virtualthreads;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import tailgate.admin.Management;
import tailgate.log.SafeLogger;

/**
 * The stacks of the virtual threads that carriers run. On newer versions of Java, HotSpot's thread
 * dump ({@code jcmd Thread.print}) has them; on Java 21 they are looked for in the dump of all
 * threads, one after the other. Both cost some milliseconds, and more with many virtual threads. So
 * they are taken only if something is wrong.
 */
final class CarrierStacks {

  private static final Logger LOG = SafeLogger.of(CarrierStacks.class);
  private static final Pattern NAME = Pattern.compile("^\"([^\"]*)\"");
  private static final Pattern CARRIED = Pattern.compile("Carrying virtual thread #(\\d+)");
  private static final String MOUNTED = "Mounted virtual thread";
  private static final String PINNED = "VirtualThread.parkOnCarrierThread";
  private static final int DEEPEST = 40;
  private static final int MOST = 16;

  /** Takes the stacks of all carriers; if there are none, returns a text that says why. */
  String take() {
    try {
      String carriers = carriers();
      return carriers.contains(MOUNTED) ? ofMounted(carriers) : ofPinned(Management.threads());
    } catch (JMException | IOException e) {
      LOG.debug("no thread dump", e);
      return "no stacks: " + e;
    }
  }

  /**
   * Finds the stacks in HotSpot's dump of the platform threads. In newer versions the stack of a
   * virtual thread follows that of its carrier.
   */
  static String ofMounted(String print) {
    StringBuilder text = new StringBuilder();
    for (String block : print.split("\n(?=\")", -1)) {
      Matcher carried = CARRIED.matcher(block);
      Matcher name = NAME.matcher(block);
      if (carried.find() && name.find() && block.contains(MOUNTED)) {
        text.append(
            "carrier %s runs virtual thread #%s%n".formatted(name.group(1), carried.group(1)));
        append(text, frames(block.substring(block.indexOf(MOUNTED))));
      }
    }
    return text.toString();
  }

  /**
   * Finds the stacks in the dump of all threads, which does not say what carriers run. A virtual
   * thread that waits in this method of the JDK is pinned at that moment.
   */
  static String ofPinned(String dump) {
    StringBuilder text = new StringBuilder();
    Arrays.stream(dump.split("\n(?=#)"))
        .filter(block -> block.contains(PINNED))
        .limit(MOST)
        .forEach(
            block -> {
              String head = block.lines().findFirst().orElse("").strip();
              text.append("a carrier runs ").append(head).append('\n');
              append(text, frames(block.substring(block.indexOf('\n') + 1)));
            });
    return text.isEmpty()
        ? "no virtual thread was pinned when the threads were dumped\n"
        : text.toString();
  }

  private static void append(StringBuilder text, List<String> stack) {
    stack.stream().limit(DEEPEST).forEach(frame -> text.append("    ").append(frame).append('\n'));
  }

  /** The lines with {@code at}, and those about locks. */
  private static List<String> frames(String block) {
    return block
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith(MOUNTED))
        .map(line -> line.startsWith("at ") || line.startsWith("- ") ? line : "at " + line)
        .toList();
  }

  private static String carriers() throws JMException {
    Object text =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "threadPrint",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
    return String.valueOf(text);
  }
}
