package tailgate.candidates;

import java.lang.management.ManagementFactory;
import org.eclipse.jetty.jmx.MBeanContainer;
import org.springframework.boot.jetty.JettyWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;

/** Spring Boot on Jetty, whose pool says by JMX how it is; for Tomcat's a property does that. */
final class SpringOnJetty {

  private SpringOnJetty() {}

  static void start(int port, StageWork work, boolean virtual) {
    ApplicationContext context = SpringServer.start(port, work, virtual);
    var server = (JettyWebServer) ((WebServerApplicationContext) context).getWebServer();
    server.getServer().addBean(new MBeanContainer(ManagementFactory.getPlatformMBeanServer()));
  }
}
