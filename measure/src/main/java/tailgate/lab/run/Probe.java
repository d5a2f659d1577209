package tailgate.lab.run;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import tailgate.lab.candidate.Client;
import tailgate.lab.load.RequestSpec;

/**
 * Asks a server whether it is ready for its load, by the first request of that load.
 *
 * @param server the beginning of its address, without a path
 * @param highest the highest status, from 200 on, of an answer; any other is a refusal
 */
record Probe(URI server, RequestSpec request, int highest) {

  /** A GET of a page has to be answered with this status. */
  static final int OK = 200;

  /** Any other request has succeeded up to this status, as in a load. */
  static final int LAST_SUCCESS = 399;

  /** Returns one that asks for a page. */
  static Probe get(URI server, String path) {
    return new Probe(server, RequestSpec.get(path, List.of()), OK);
  }

  /** Sends the request on a connection that a single-threaded server need not keep. */
  int status(Duration patience) throws IOException {
    try (Client client = Client.open(server.getHost(), server.getPort(), patience)) {
      return client.ask(request, false).status();
    }
  }

  boolean accepts(int status) {
    return status >= OK && status <= highest;
  }

  /** Returns what is wrong, as {@code answers GET http://127.0.0.1:80/a with 404, not 200}. */
  String refusal(int status) {
    return format(
        "answers %s with %d, not %s", this, status, highest == OK ? "200" : "200 to " + highest);
  }

  @Override
  public String toString() {
    return request.method() + " " + server + request.target();
  }
}
