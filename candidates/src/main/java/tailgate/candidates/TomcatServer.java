package tailgate.candidates;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** Tomcat, embedded, with a servlet. */
final class TomcatServer {

  private TomcatServer() {}

  static void start(int port, StageWork work, boolean virtual)
      throws IOException, LifecycleException {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
    Connector connector = new Connector();
    connector.setPort(port);
    connector.setProperty("address", CandidateServer.HOST);
    connector.setProperty("useVirtualThreads", Boolean.toString(virtual));
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "work", new WorkServlet(work));
    context.addServletMappingDecoded("/", "work");
    tomcat.start();
  }

  /** Answers all requests. */
  private static final class WorkServlet extends HttpServlet {

    private static final long serialVersionUID = 1;

    private final transient StageWork work;

    WorkServlet(StageWork work) {
      this.work = work;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      Reply reply =
          work.answer(
              request.getMethod(),
              StageWork.target(request.getRequestURI(), request.getQueryString()),
              request.getContentType(),
              request.getInputStream()::readAllBytes);
      response.setStatus(reply.status());
      reply.fields().forEach(response::setHeader);
      response.setContentLength(reply.body().length);
      response.getOutputStream().write(reply.body());
    }
  }
}
