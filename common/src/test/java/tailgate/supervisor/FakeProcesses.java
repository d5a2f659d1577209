package tailgate.supervisor;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
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

  private static final class Deaf implements ProcessLink.Listener {
    @Override
    public void figures(ProcessLink from, byte[] figures) {}

    @Override
    public void ready(ProcessLink from, String text) {}

    @Override
    public void failed(String text) {}
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
