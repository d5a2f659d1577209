package tailgate.lab.machine;

import java.util.List;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.load.LineUse;

/** A network line that is there. Confined to the thread of the lab. */
public interface LaidLine {

  /** What happens to packets on it now. */
  NetworkLine now();

  /** The address of its end on the side of the servers. */
  String host();

  /**
   * The beginning of a command, which then runs on the side of the load; it becomes the command, so
   * the process keeps its number.
   */
  List<String> prefix();

  /**
   * Makes another line of it, for packets that are sent from now on. Connections stay.
   *
   * @param to loses packets only if the line did when it was laid, be it none of them
   * @throws LabException if the kernel refuses
   */
  void change(NetworkLine to) throws LabException, InterruptedException;

  /** What has come of the packets since the last call; empty if the kernel has all of them. */
  Optional<LineUse> use();
}
