package tailgate.lab.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import tailgate.lab.LabException;

/** Another machine, on which stages run. */
public interface Machine {

  /** Returns a place where a stage is started, once. */
  Place place(Stages stages, ServerSpec server) throws IOException, LabException;

  /** Starts another server there. */
  RunningServer start(Program server, RunContext context)
      throws IOException, LabException, InterruptedException;

  /** Returns how many processors a server has there. */
  int cores();

  /** Returns which processors a server has, for the conditions of a run. */
  String whichCores();

  /** A server of the lab's own code, which needs nothing but that. */
  interface Program {

    /** Returns the jar or the folder that the code is in. */
    Path code();

    /**
     * Returns the arguments of the program's JVM.
     *
     * @param code the place of the program's code there
     * @param host the address on which the program is to listen
     */
    List<String> arguments(String code, String host, int port);
  }

  /** A place where a stage is started, once. */
  interface Place extends AutoCloseable {

    /**
     * Starts the stage; it need not listen yet.
     *
     * @param asks makes what it must answer, once its address is known
     */
    StageProcess start(ServerSpec server, Function<URI, Probe> asks, RunContext context)
        throws IOException, LabException, InterruptedException;

    /** Says more about the reason why a stage is not ready, if more is known. */
    default LabException explained(LabException e, StageProcess process) throws IOException {
      return e;
    }

    /**
     * Returns what is known once the stage is ready.
     *
     * @param context gets a note on what cannot be known
     */
    Ready ready(StageProcess process, RunContext context) throws IOException;

    /** Clears up when the stage's process has ended; by default it has left nothing. */
    @Override
    default void close() {}
  }
}
