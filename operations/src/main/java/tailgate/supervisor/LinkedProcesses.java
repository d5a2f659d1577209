package tailgate.supervisor;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.admin.ProcessFigures;
import tailgate.admin.ProcessGroup;
import tailgate.log.SafeLogger;

/**
 * The processes as the admin port sees them: those that are ready and have a link.
 *
 * <p>A process that does not answer in time is late until it answers. A late process is asked, but
 * nobody waits for its answer: so it delays one page, and not all later ones.
 *
 * <p>Thread-safe.
 */
final class LinkedProcesses implements ProcessGroup {

  private static final Logger LOG = SafeLogger.of(LinkedProcesses.class);

  private static final Duration PATIENCE = Duration.ofMillis(500);

  /** How long to wait for the very first figures. */
  private static final Duration FIRST_PATIENCE = Duration.ofSeconds(10);

  private static final Duration DUMP = Duration.ofSeconds(10);

  /**
   * How long to wait for the last message of a process that has ended; it is already in the
   * kernel's buffer.
   */
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  private final Supplier<List<Member>> members;
  private final ProcessFigures figures;
  private final Map<Integer, ProcessLink> links = new ConcurrentHashMap<>();
  private final Set<ProcessLink> late = ConcurrentHashMap.newKeySet();

  LinkedProcesses(Supplier<List<Member>> members, ProcessFigures figures) {
    this.members = members;
    this.figures = figures;
  }

  // ---- for the supervisor

  /** The process serves; its figures count from now on. */
  void joined(int process, ProcessLink link) {
    links.put(process, link);
    byte[] first = link.latest();
    if (first != null) {
      answered(process, first);
    }
  }

  /** Figures have come over a link; they are ignored if no process has joined with it yet. */
  void answered(ProcessLink link, byte[] latest) {
    late.remove(link);
    number(link).ifPresent(process -> answered(process, latest));
  }

  private void answered(int process, byte[] latest) {
    try {
      figures.answered(process, latest);
    } catch (IOException e) {
      LOG.warn("cannot read the figures of process {}: {}", process, e.getMessage());
    }
  }

  /** Removes a process that has ended. Waits for its last figures, which remain in the sum. */
  void left(int process) throws InterruptedException {
    ProcessLink link = links.get(process);
    if (link != null) {
      await(link.ended(), LAST_WORDS);
      links.remove(process);
      late.remove(link);
      link.close();
    }
    figures.ended(process);
  }

  /** The number of the process with this link; absent if none has joined with it. */
  OptionalInt number(ProcessLink link) {
    return links.entrySet().stream()
        .filter(known -> known.getValue() == link)
        .mapToInt(Map.Entry::getKey)
        .findFirst();
  }

  /** Tells a process to leave the port to others; returns whether it was told. */
  boolean leave(int process) {
    return tell(process, ProcessLink::leave);
  }

  /** Tells a process to close the port, because no other one accepts. */
  void closePort(int process) {
    tell(process, ProcessLink::closePort);
  }

  private boolean tell(int process, Order order) {
    ProcessLink link = links.get(process);
    try {
      if (link != null) {
        order.give(link);
      }
      return link != null;
    } catch (IOException e) {
      return false;
    }
  }

  @FunctionalInterface
  private interface Order {
    void give(ProcessLink link) throws IOException;
  }

  // ---- for the admin port

  @Override
  public List<Member> members() {
    return members.get();
  }

  @Override
  public void refresh(boolean pinned) {
    List<ProcessLink> asked = new ArrayList<>();
    List<CompletableFuture<byte[]>> answers = new ArrayList<>();
    for (ProcessLink link : links.values()) {
      CompletableFuture<byte[]> answer = link.askFigures(pinned);
      if (!late.contains(link)) {
        asked.add(link);
        answers.add(answer);
      }
    }
    Duration patience = figures.isEmpty() ? FIRST_PATIENCE : PATIENCE;
    try {
      await(CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)), patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the caller is to end; the last figures are there
    }
    for (int i = 0; i < asked.size(); i++) {
      if (!answers.get(i).isDone()) {
        late.add(asked.get(i));
      }
    }
  }

  @Override
  public String threads(int process) throws IOException {
    ProcessLink link = links.get(process);
    if (link == null) {
      throw new IOException("it does not serve");
    }
    try {
      return link.askThreads().get(DUMP.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("none within " + DUMP.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new IOException(message(e.getCause()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static String message(@Nullable Throwable cause) {
    return cause == null ? "it has ended" : String.valueOf(cause.getMessage());
  }

  /** Waits for the end, however it comes about, or for the time. */
  private static void await(CompletableFuture<?> future, Duration time)
      throws InterruptedException {
    try {
      future.get(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("no answer", e);
    }
  }
}
