package example;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Locale;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * Says in each answer when its request came to its handler, by the monotonic clock of the machine,
 * and how long the handler took, both in milliseconds. So Tailgate can say why the slowest requests
 * were slow.
 */
@ControllerAdvice
public class ServerTiming
    implements WebMvcConfigurer, HandlerInterceptor, ResponseBodyAdvice<Object> {

  private static final String BEGUN = ServerTiming.class.getName();

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this);
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    request.setAttribute(BEGUN, System.nanoTime());
    return true;
  }

  @Override
  public boolean supports(
      MethodParameter type, Class<? extends HttpMessageConverter<?>> converter) {
    return true;
  }

  @Override
  public Object beforeBodyWrite(
      Object body,
      MethodParameter type,
      MediaType chosen,
      Class<? extends HttpMessageConverter<?>> converter,
      ServerHttpRequest request,
      ServerHttpResponse response) {
    HttpServletRequest asked = ((ServletServerHttpRequest) request).getServletRequest();
    if (asked.getAttribute(BEGUN) instanceof Long begun) {
      double service = (System.nanoTime() - begun) / 1e6;
      response
          .getHeaders()
          .set(
              "Server-Timing",
              String.format(
                  Locale.ROOT,
                  "queue;dur=0, service;dur=%.3f, arrived;desc=%.3f",
                  service,
                  begun / 1e6));
    }
    return body;
  }
}
