package tailgate.supervisor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;

/** Processes that do what a test says. Confined to the thread of the test. */
final class FakeProcesses implements Child.Launcher {

  /** All that were started, in order. */
  final List<Fake> started = new ArrayList<>();

  /** Whether the next ones cannot be started. */
  boolean refuses;

  @Override
  public Child start(int process, IntConsumer exited) throws IOException {
    if (refuses) {
      throw new IOException("no memory");
    }
    var fake = new Fake(process, 1000 + started.size(), exited, new ArrayList<>());
    started.add(fake);
    return fake;
  }

  Fake last() {
    return started.getLast();
  }

  /** The numbers of the processes that were started. */
  List<Integer> numbers() {
    return started.stream().map(Fake::process).toList();
  }

  /** A link whose process has said all that it will say. */
  static ProcessLink link() throws IOException {
    SocketChannel channel = SocketChannel.open();
    channel.close();
    var link = new ProcessLink(channel);
    link.read(new Deaf());
    return link;
  }

  /** Both ends of a link. */
  static final class FakeLink implements AutoCloseable {

    private final SocketChannel process;
    private final ProcessLink link;

    FakeLink() throws IOException {
      try (ServerSocketChannel server = ServerSocketChannel.open()) {
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        process = SocketChannel.open(server.getLocalAddress());
        link = new ProcessLink(server.accept());
      }
    }

    /** The supervisor's end. */
    ProcessLink link() {
      return link;
    }

    /** Whether the process has been told anything that it has not read. */
    boolean hasHeard() {
      try {
        return process.socket().getInputStream().available() > 0;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** What the process is told; waits for it. */
    Frame.Kind next() throws IOException {
      return Objects.requireNonNull(Frame.readFrom(process)).kind();
    }

    /** The process ends. */
    @Override
    public void close() throws IOException {
      process.close();
      link.read(new Deaf());
    }
  }

  private static final class Deaf implements ProcessLink.Listener {
    @Override
    public void figures(ProcessLink from, byte[] figures) {}

    @Override
    public void ready(int process, long pid, ProcessLink from, String banner) {}

    @Override
    public void cannotStart(int process, long pid, String reason) {}

    @Override
    public void closing(ProcessLink from) {}

    @Override
    public void left(ProcessLink from) {}
  }

  /**
   * One of them.
   *
   * @param signals what it got, in order
   */
  record Fake(int process, long pid, IntConsumer exited, List<String> signals) implements Child {

    @Override
    public void terminate() {
      signals.add("TERM");
    }

    @Override
    public void kill() {
      signals.add("KILL");
    }

    void exits(int code) {
      exited.accept(code);
    }
  }
}
