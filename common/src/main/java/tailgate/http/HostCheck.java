package tailgate.http;

import java.util.concurrent.atomic.LongAdder;

/**
 * Answers 421 to requests for a host that is not allowed (RFC 9110 §15.5.20), and passes all others
 * on. This protects a server that only this machine or this network can reach from pages of other
 * sites, whose host name can be made to resolve to any address (DNS rebinding). Thread-safe.
 */
public final class HostCheck implements Handler {

  private static final Response MISDIRECTED =
      Response.status(Status.MISDIRECTED_REQUEST)
          .text("421 Misdirected Request\nThis server does not serve the requested host.\n");

  private final AllowedHosts hosts;
  private final Handler handler;
  private final LongAdder refused = new LongAdder();

  /** Lets {@code handler} answer requests for these hosts. */
  public HostCheck(AllowedHosts hosts, Handler handler) {
    this.hosts = hosts;
    this.handler = handler;
  }

  @Override
  public Response handle(Request request) throws Exception {
    if (hosts.allows(request)) {
      return handler.handle(request);
    }
    refused.increment();
    return MISDIRECTED;
  }

  @Override
  public boolean isPrompt() {
    return handler.isPrompt();
  }

  @Override
  public boolean readsBody() {
    return handler.readsBody();
  }

  /** How many requests were answered with 421. */
  public long refused() {
    return refused.sum();
  }
}
