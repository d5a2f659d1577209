package tailgate.supervisor;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.supervisor.Frame.Kind;

/** The supervisor's end of the link to a process. Thread-safe. */
final class ProcessLink implements AutoCloseable {

  private static final Logger LOG = SafeLogger.of(ProcessLink.class);

  private static final Pattern SAID =
      Pattern.compile("(?<process>\\d{1,4}) (?<pid>\\d{1,18})\n(?<rest>.*)", Pattern.DOTALL);

  private final SocketChannel channel;
  private final ReentrantLock writing = new ReentrantLock();
  private final Question<byte[]> figures = new Question<>();
  private final Question<String> threads = new Question<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  /** Volatile: written by the thread that reads the link. */
  private volatile byte @Nullable [] latest;

  ProcessLink(SocketChannel channel) {
    this.channel = channel;
  }

  /** What a process says. Called by the thread that reads. */
  interface Listener {

    /**
     * Takes figures of the process: the first ones after {@link #ready}, the answers, or the last
     * ones.
     */
    void figures(ProcessLink from, byte[] figures);

    /** Hears that the process serves, and what banner it would print. */
    void ready(int process, long pid, ProcessLink from, String banner);

    /** Hears why the process cannot start. */
    void cannotStart(int process, long pid, String reason);

    /**
     * The process is about to close the port, and waits for {@link #closePort} or {@link #leave}.
     */
    void closing(ProcessLink from);

    /** The process, which was told to {@link #leave}, does not hold the port any more. */
    void left(ProcessLink from);
  }

  /** Reads until the process closes the link. */
  void read(Listener listener) {
    try {
      Frame frame = Frame.readFrom(channel);
      while (frame != null) {
        received(frame, listener);
        frame = Frame.readFrom(channel);
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("the link to a process has failed", e);
    } finally {
      close();
      figures.close();
      threads.close();
      ended.complete(null);
    }
  }

  private void received(Frame frame, Listener listener) {
    switch (frame.kind()) {
      case NEWS -> figures(frame.content(), listener);
      case FIGURES -> {
        figures(frame.content(), listener);
        figures.answered(frame.content());
      }
      case READY -> {
        Said said = Said.in(frame);
        listener.ready(said.process, said.pid, this, said.rest);
      }
      case FAILED -> {
        Said said = Said.in(frame);
        listener.cannotStart(said.process, said.pid, said.rest);
        close(); // the process waits for that before it ends
      }
      case CLOSING -> listener.closing(this);
      case LEFT -> listener.left(this);
      case THREADS -> threads.answered(frame.text());
      default -> {}
    }
  }

  /** The sender of a message, and the text that follows its name. */
  private record Said(int process, long pid, String rest) {

    static Said in(Frame frame) {
      Matcher said = SAID.matcher(frame.text());
      if (!said.matches()) {
        throw new IllegalStateException("not what a process says");
      }
      return new Said(
          Integer.parseInt(said.group("process")),
          Long.parseLong(said.group("pid")),
          said.group("rest"));
    }
  }

  private void figures(byte[] content, Listener listener) {
    latest = content;
    listener.figures(this, content);
  }

  /**
   * Asks for figures.
   *
   * @param pinned whether pinned virtual threads are among them
   */
  CompletableFuture<byte[]> askFigures(boolean pinned) {
    byte[] content = {(byte) (pinned ? 1 : 0)};
    return figures.ask(() -> send(new Frame(Kind.ASK, content)));
  }

  CompletableFuture<String> askThreads() {
    return threads.ask(() -> send(new Frame(Kind.ASK_THREADS, new byte[0])));
  }

  /** Tells the process to leave the port to others, and to end. */
  void leave() throws IOException {
    send(new Frame(Kind.LEAVE, new byte[0]));
  }

  /** Tells the process to close the port, because no other one accepts. */
  void closePort() throws IOException {
    send(new Frame(Kind.CLOSE, new byte[0]));
  }

  /** The last figures that have come; null if there are none yet. */
  byte @Nullable [] latest() {
    return latest;
  }

  /** Completed when the process has closed the link and all that it has said was heard. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("cannot close the link to a process", e);
    }
  }

  private void send(Frame frame) throws IOException {
    writing.lock();
    try {
      frame.writeTo(channel);
    } finally {
      writing.unlock();
    }
  }
}
