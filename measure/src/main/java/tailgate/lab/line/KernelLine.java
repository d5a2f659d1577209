package tailgate.lab.line;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.load.LineUse;
import tailgate.lab.machine.NetworkLine;
import tailgate.lab.machine.Tool;

/**
 * A pair of virtual interfaces (veth(4)). Each end delays what it sends by half of the line's delay
 * and loses its share (tc-netem(8)).
 */
record KernelLine(Ends ends) implements Way {

  /** So many may be on the way; more would be lost. The default is 1,000. */
  private static final int MOST_PACKETS = 100_000;

  /**
   * Lays the line.
   *
   * @return why the kernel cannot make the line longer; then there is no line. Empty if it can
   * @throws LabException if there cannot be any line
   */
  Optional<String> lay(NetworkLine line) throws LabException, InterruptedException {
    Ends.lay(joined(line));
    Optional<String> failure = impair("add", line);
    if (failure.isPresent()) {
      close();
    }
    return failure;
  }

  @Override
  public void change(NetworkLine to) throws LabException, InterruptedException {
    Optional<String> failure = impair("change", to);
    if (failure.isPresent()) {
      throw new LabException("the line cannot be changed: " + failure.get());
    }
  }

  private Optional<String> impair(String how, NetworkLine line) throws InterruptedException {
    for (List<String> command : impaired(how, line)) {
      Optional<String> failure = Tool.failure(command);
      if (failure.isPresent()) {
        return failure;
      }
    }
    return Optional.empty();
  }

  /** Returns the commands that join this machine and the namespace. */
  List<List<String>> joined(NetworkLine line) {
    List<List<String>> commands = new ArrayList<>();
    commands.add(
        ends.outside(
            format(
                "ip link add %s type veth peer name %s netns %d",
                ends.serverEnd(), Ends.LOAD, ends.held())));
    commands.addAll(ends.up(Ends.losesPackets(line) ? "gso_max_segs 1 " : ""));
    return commands;
  }

  /**
   * Returns the commands that make the line worse, at both ends.
   *
   * @param how whether to {@code add} that, or to {@code change} it
   */
  List<List<String>> impaired(String how, NetworkLine line) {
    StringBuilder netem = new StringBuilder(" root netem limit ").append(MOST_PACKETS);
    netem.append(" delay ").append(Math.ceilDiv(line.delay().toNanos(), 2_000)).append("us");
    netem.append(" loss ").append(line.loss().orElse(0)).append('%');
    String command = "tc qdisc %s dev ".formatted(how);
    return List.of(
        ends.outside(command + ends.serverEnd() + netem), ends.inside(command + Ends.LOAD + netem));
  }

  @Override
  public Optional<LineUse> use() {
    return Optional.empty();
  }

  @Override
  public void close() throws InterruptedException {
    Tool.failure(List.of("ip", "link", "delete", "dev", ends.serverEnd()));
  }

  @Override
  public String toString() {
    return "made by netem";
  }
}
