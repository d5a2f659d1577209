package tailgate.lab.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.Children;

/** Another machine, on which stages run. */
public interface Machine {

  /** Where a stage is started, once. */
  Place place(Stages stages, Server server) throws IOException, LabException;

  /** Runs another server there while some work is done at it. */
  void during(Program server, ChildLog log, Children children, Ready.Work work)
      throws IOException, LabException, InterruptedException;

  /** How many processors a server has there. */
  int cores();

  /** Which they are, for the conditions of a run. */
  String whichCores();

  /** A server of the lab's own code, which needs nothing but that. */
  interface Program {

    /** The jar or the folder that it is in. */
    Path code();

    /**
     * The arguments of its JVM.
     *
     * @param its where its code is
     * @param host the address on which it is to listen
     */
    List<String> arguments(String its, String host, int port);
  }

  /** Where a stage is started, once. */
  interface Place extends AutoCloseable {

    /** Starts it; it need not listen yet. */
    StageProcess start(Server server, String resource, ChildLog log, Children children)
        throws IOException, LabException, InterruptedException;

    /** Says more about the reason why it is not ready, if more is known. */
    LabException explained(LabException e, StageProcess process) throws IOException;

    /**
     * What is known once it is ready.
     *
     * @param progress gets a note on what cannot be known
     */
    Ready ready(StageProcess process, PrintWriter progress) throws IOException;

    /** To be called when its process has ended. */
    @Override
    void close();
  }
}
