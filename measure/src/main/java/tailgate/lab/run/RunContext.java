package tailgate.lab.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.Children;

/**
 * What a run has of the lab around it. Immutable; all threads may use it.
 *
 * @param children start its processes, and end them if the lab is stopped
 * @param progress gets words on how it goes
 * @param folder exists, and gets all files of the run
 */
public record RunContext(Children children, PrintWriter progress, Path folder) {

  /** Returns a context with a folder in this one, which is created. */
  public RunContext in(String name) throws IOException {
    Path inner = Files.createDirectories(folder.resolve(name));
    return new RunContext(children, progress, inner);
  }

  /** Prints words on a line that others go on with. */
  public void say(String words) {
    progress.print(words);
    progress.flush();
  }

  /** Returns the file of that name for what a process prints. */
  public ChildLog log(String name) {
    return new ChildLog(folder.resolve(name));
  }

  /** Whether the lab is being stopped: then nothing can be started any more. */
  public boolean isOver() {
    return children.isClosed();
  }
}
