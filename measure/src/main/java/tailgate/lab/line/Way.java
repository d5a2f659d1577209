package tailgate.lab.line;

import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.load.LineUse;
import tailgate.lab.machine.LaidLine;
import tailgate.lab.machine.NetworkLine;

/** The way on which packets get from one end of a line to the other. */
interface Way {

  /** Puts another line in the place of this one. */
  void change(NetworkLine to) throws LabException, InterruptedException;

  /** Returns what {@link LaidLine#use} does. */
  Optional<LineUse> use();

  /** Removes the interfaces at both ends. */
  void close() throws InterruptedException;
}
