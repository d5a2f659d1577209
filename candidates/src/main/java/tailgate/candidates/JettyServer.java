package tailgate.candidates;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.jmx.MBeanContainer;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty with a handler of its own API, which may block. */
final class JettyServer {

  private JettyServer() {}

  static void start(int port, StageWork work, boolean virtual) throws Exception {
    QueuedThreadPool threads = new QueuedThreadPool();
    if (virtual) {
      threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
    }
    Server server = new Server(threads);
    server.addBean(new MBeanContainer(ManagementFactory.getPlatformMBeanServer()));
    ServerConnector connector = new ServerConnector(server);
    connector.setHost(CandidateServer.HOST);
    connector.setPort(port);
    server.addConnector(connector);
    server.setHandler(new WorkHandler(work));
    server.start();
  }

  /** Answers all requests. */
  private static final class WorkHandler extends Handler.Abstract {

    private final StageWork work;

    WorkHandler(StageWork work) {
      this.work = work;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      Reply reply =
          work.answer(
              request.getMethod(),
              request.getHttpURI().getPathQuery(),
              request.getHeaders().get(HttpHeader.CONTENT_TYPE),
              () -> Content.Source.asInputStream(request).readAllBytes());
      response.setStatus(reply.status());
      reply.fields().forEach((name, value) -> response.getHeaders().put(name, value));
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, reply.body().length);
      response.write(true, ByteBuffer.wrap(reply.body()), callback);
      return true;
    }
  }
}
