package tailgate.lab.remote;

import java.io.IOException;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.machine.Host;
import tailgate.lab.machine.IdleGate;
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
 *
 * @see RemoteMachine
 */
public final class LoadHost implements AutoCloseable {

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

  private final RemoteMachine machine;

  private LoadHost(RemoteMachine machine) {
    this.machine = machine;
  }

  /**
   * Connects, and looks whether that machine can run a generator.
   *
   * @throws LabException if that machine cannot; says why in one line
   */
  public static LoadHost open(Order order, Children children)
      throws IOException, LabException, InterruptedException {
    return new LoadHost(
        RemoteMachine.open(
            new RemoteMachine.Order(Purpose.LOAD, order.ssh, order.target, order.java, List.of()),
            children));
  }

  /** Returns the machine's name, as the user calls it. */
  public String name() {
    return machine.name();
  }

  /** Returns this machine's address as that one sees it; "unknown" if its sshd does not say it. */
  public String ourAddress() {
    return machine.ourAddress();
  }

  /** Returns how many processors a generator has there. */
  public int cores() {
    return machine.processors().size();
  }

  /** Returns how many files a process may open there. */
  public long mostFiles() {
    return machine.mostFiles();
  }

  /** Describes the machine for reports. */
  public Host host() {
    return machine.host();
  }

  /** Returns the machine for a gate that waits until it is quiet. */
  public IdleGate.Other idle() {
    return machine.idle();
  }

  /** Prepares a generator, which has a folder of its own there. */
  public RemoteGenerator generator() throws IOException {
    return new RemoteGenerator(machine, machine.program());
  }

  /** Ends all that runs there, and removes all that was written there. */
  @Override
  public void close() {
    machine.close();
  }
}
