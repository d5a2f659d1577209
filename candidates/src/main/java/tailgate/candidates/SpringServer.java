package tailgate.candidates;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Spring Boot with Spring MVC, on the Tomcat or the Jetty of the class path: a controller that
 * answers all requests.
 */
@EnableAutoConfiguration
@RestController
class SpringServer {

  private final StageWork work;

  SpringServer(StageWork work) {
    this.work = work;
  }

  static ApplicationContext start(int port, StageWork work, boolean virtual) {
    SpringApplication application = new SpringApplication(SpringServer.class);
    application.setDefaultProperties(
        Map.of(
            "server.address",
            CandidateServer.HOST,
            "server.port",
            port,
            "server.tomcat.mbeanregistry.enabled",
            true,
            "spring.threads.virtual.enabled",
            virtual));
    application.addInitializers(
        context -> context.getBeanFactory().registerSingleton("work", work));
    return application.run();
  }

  @RequestMapping("/**")
  ResponseEntity<byte[]> answer(HttpServletRequest request) throws IOException {
    Reply reply =
        work.answer(
            request.getMethod(),
            StageWork.target(request.getRequestURI(), request.getQueryString()),
            request.getContentType(),
            request.getInputStream()::readAllBytes);
    ResponseEntity.BodyBuilder response = ResponseEntity.status(reply.status());
    reply.fields().forEach((name, value) -> response.header(name, value));
    return response.body(reply.body());
  }
}
