package tailgate.lab.machine;

import java.util.List;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.load.LineUse;

/** A network line that is there. Confined to the thread of the lab. */
public interface LaidLine {

  /** Returns what happens to packets on this line now. */
  NetworkLine now();

  /** Returns the address of the line's end on the side of the servers. */
  String host();

  /**
   * Returns the beginning of a command that runs on the side of the load; it becomes the command,
   * so the process keeps its number.
   */
  List<String> prefix();

  /**
   * Changes the line for packets that are sent from now on. Connections stay.
   *
   * @param to loses packets only if the line did when it was laid, be it none of them
   * @throws LabException if the kernel refuses
   */
  void change(NetworkLine to) throws LabException, InterruptedException;

  /** Returns what became of packets since the last call; empty if the kernel has all of them. */
  Optional<LineUse> use();
}
