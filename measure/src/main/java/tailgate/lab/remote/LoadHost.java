package tailgate.lab.remote;

import java.io.IOException;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.process.Children;

/**
 * Another machine that load comes from.
 *
 * <pre>
 *   this machine                              that machine
 *   ssh, the connection  ◄─────────────────►  its shell
 *    └─ ssh, one for each generator ◄──────►   java, a generator
 *   the servers, here or elsewhere  ◄───────────┘  not by ssh
 * </pre>
 *
 * <p>Confined to the thread of the lab.
 */
public final class LoadHost extends RemoteMachine {

  /**
   * The machine that the user asks for.
   *
   * @param ssh the command, with options of the user
   * @param target as ssh has it
   * @param java there
   */
  public record Order(List<String> ssh, String target, String java) {
    public Order {
      ssh = List.copyOf(ssh);
    }
  }

  /**
   * Connects, and looks whether that machine can run a generator.
   *
   * @throws LabException if that machine cannot; says why in one line
   */
  public LoadHost(Order order, Children children)
      throws IOException, LabException, InterruptedException {
    super(Purpose.LOAD, order.ssh, order.target, order.java, List.of(), children);
  }

  /** Returns how many processors a generator has there. */
  public int cores() {
    return processors().size();
  }

  /** Prepares a generator, which has a folder of its own there. */
  public RemoteGenerator generator() throws IOException {
    return new RemoteGenerator(this);
  }
}
