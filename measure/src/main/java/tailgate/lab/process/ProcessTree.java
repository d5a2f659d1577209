package tailgate.lab.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tailgate.lab.machine.ProcessStat;

/**
 * A child with all processes of the session that it leads (setsid). Stopping it stops all of them.
 * It is alive as long as the child is, and has ended when all have.
 *
 * <p>Without {@code /proc}, these are the descendants that the kernel knows of a living child. What
 * begins a session of its own is not known here. Thread-safe.
 */
public final class ProcessTree extends StandIn {

  private static final Path PROC = Path.of("/proc");
  private static final long POLL_MILLIS = 20;
  private static final int KILLS = 20;

  ProcessTree(Process leader) {
    super(leader);
  }

  /** Returns the numbers of all processes of the tree that run. */
  public Set<Long> members() {
    Set<Long> members = new LinkedHashSet<>();
    if (child.isAlive()) {
      members.add(child.pid());
    }
    if (!Files.exists(PROC.resolve("self"))) {
      child.descendants().map(ProcessHandle::pid).forEach(members::add);
      return members;
    }
    try (Stream<Path> folders = Files.list(PROC)) {
      folders
          .filter(folder -> folder.getFileName().toString().matches("\\d+"))
          .filter(this::isOurs)
          .forEach(folder -> members.add(Long.valueOf(folder.getFileName().toString())));
    } catch (IOException | UncheckedIOException e) {
      // The list was cut short; those that are known are.
    }
    return members;
  }

  private boolean isOurs(Path folder) {
    try {
      ProcessStat stat = ProcessStat.of(Files.readString(folder.resolve("stat")));
      return stat.state() != 'Z' && stat.session() == child.pid();
    } catch (IOException e) {
      return false; // it has just ended
    }
  }

  /** Sends SIGTERM to all processes of the tree. */
  @Override
  public void destroy() {
    members().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy));
  }

  /** Sends SIGKILL to all processes, and again: one may have started another meanwhile. */
  @Override
  public Process destroyForcibly() {
    Set<Long> left = members();
    for (int i = 0; i < KILLS && !left.isEmpty(); i++) {
      left.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
      left = members();
    }
    return this;
  }

  @Override
  public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
    long end = System.nanoTime() + unit.toNanos(timeout);
    if (!super.waitFor(timeout, unit)) {
      return false;
    }
    while (!members().isEmpty()) {
      if (System.nanoTime() - end >= 0) {
        return false;
      }
      Thread.sleep(POLL_MILLIS);
    }
    return true;
  }
}
