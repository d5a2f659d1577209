package tailgate.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import tailgate.content.FileHandler;
import tailgate.content.SiteErrorPages;
import tailgate.content.cache.CacheSettings;
import tailgate.content.file.Compression;
import tailgate.content.file.MediaTypes;
import tailgate.content.site.Site;
import tailgate.http.Limits;
import tailgate.server.connection.Connection;
import tailgate.server.connection.ConnectionSettings;
import tailgate.server.connection.Connections;
import tailgate.server.connection.DescriptorBudget;
import tailgate.server.connection.Interest;
import tailgate.server.connection.Timeouts;
import tailgate.server.observe.Observation;

/**
 * A server without a network and without threads of its own: what its connections share, and a site
 * of two files.
 *
 * <p>Any thread may {@link #connect}; a client belongs to one thread at a time.
 */
final class MemoryServer implements AutoCloseable {

  /** The name of a file of 1 KiB. */
  static final String SMALL = "small.bin";

  /** The name of a file of 64 KiB. */
  static final String LARGE = "large.bin";

  private static final int SMALL_SIZE = 1 << 10;
  private static final int LARGE_SIZE = 64 << 10;

  private final Path root;
  private final Observation observation;
  private final Connections connections;

  /** A server with its files in a new folder. */
  MemoryServer(Observation observation) throws IOException {
    this.observation = observation;
    root = Files.createTempDirectory("tailgate-memory");
    Files.write(root.resolve(SMALL), new byte[SMALL_SIZE]);
    Files.write(root.resolve(LARGE), new byte[LARGE_SIZE]);
    CacheSettings cache = CacheSettings.DEFAULT;
    InstantSource clock = InstantSource.system();
    Site site = new Site(root);
    connections =
        new Connections(
            new ConnectionSettings(
                1, DescriptorBudget.UNLIMITED, 0, Timeouts.DEFAULT, Limits.DEFAULT, 1 << 20),
            true,
            null,
            new FileHandler(site, cache, Compression.DEFAULT, clock, System::nanoTime),
            new SiteErrorPages(
                site, MediaTypes.STANDARD, cache.revalidate(), clock, System::nanoTime),
            observation,
            clock,
            System::nanoTime);
  }

  /** Opens a new connection. It needs no permit, so there may be any number of them. */
  Client connect() throws IOException {
    var channel = new MemoryChannel(2 * LARGE_SIZE);
    return new Client(channel, Objects.requireNonNull(connections.admit(channel, false)));
  }

  /** Deletes all of it. */
  @Override
  public void close() throws IOException {
    connections.close();
    Files.delete(root.resolve(SMALL));
    Files.delete(root.resolve(LARGE));
    Files.delete(root);
  }

  /** A client, and the connection that answers it, on one thread. */
  final class Client implements AutoCloseable {

    private final MemoryChannel channel;
    private final Connection connection;

    private Client(MemoryChannel channel, Connection connection) {
      this.channel = channel;
      this.connection = connection;
    }

    /**
     * Sends a request, which is from then on the one of {@link #respond}.
     *
     * @return the response, one character for each byte
     * @throws IllegalStateException if it is not sent in one write, or has another status
     */
    String ask(String request, int status) {
      channel.request(request);
      respond();
      String response = channel.sentText();
      if (!response.startsWith("HTTP/1.1 " + status) || channel.writes() != 1) {
        throw new IllegalStateException(request + " is answered with " + response);
      }
      return response;
    }

    /**
     * Has the request answered once more, as a reactor does that is its own worker.
     *
     * @return the number of bytes of the response
     */
    int respond() {
      channel.arrive();
      connection.receive();
      connection.dispatched(observation.clock().getAsLong());
      if (connection.proceed() != Interest.READ) {
        throw new IllegalStateException("the connection does not wait for another request");
      }
      return channel.sent();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
