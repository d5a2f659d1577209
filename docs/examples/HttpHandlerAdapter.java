package example;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tailgate.http.Body;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * Lets a handler of the JDK's own server answer the requests of a stage. Copy this class, and
 * extend it by one with a constructor that has no arguments:
 *
 * <pre>{@code
 * public final class Mine extends HttpHandlerAdapter {
 *   public Mine() {
 *     super(new MyHttpHandler());
 *   }
 * }
 * }</pre>
 *
 * <p>The response is kept until the handler returns, and then sent. So a handler cannot pass the
 * exchange to another thread. An exchange has no context, addresses or principal here.
 */
public class HttpHandlerAdapter implements Handler, AutoCloseable {

  /** Fields that only the server sets; it knows them better than the handler. */
  private static final Set<String> SERVERS_OWN =
      Set.of("connection", "content-length", "date", "transfer-encoding");

  private final HttpHandler handler;

  /** Has {@code handler} answer all requests. */
  public HttpHandlerAdapter(HttpHandler handler) {
    this.handler = handler;
  }

  @Override
  public Response handle(Request request) throws IOException {
    try (Exchange exchange = new Exchange(request)) {
      handler.handle(exchange);
      return exchange.response();
    } catch (URISyntaxException e) {
      return Response.status(Status.BAD_REQUEST).text("400 Bad Request\n" + e.getMessage() + "\n");
    }
  }

  @Override
  public void close() throws Exception {
    if (handler instanceof AutoCloseable closeable) {
      closeable.close();
    }
  }

  /** Confined to the thread that handles the request. */
  private static final class Exchange extends HttpExchange {

    private final String method;
    private final URI uri;
    private final String protocol;
    private final Headers requestHeaders = new Headers();
    private final Headers responseHeaders = new Headers();
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private final Map<String, Object> attributes = new HashMap<>();
    private InputStream in;
    private OutputStream out = content;
    private int code = -1;
    private long length;

    private Exchange(Request request) throws URISyntaxException {
      StringBuilder line = new StringBuilder();
      request.lendLine(
          (bytes, from, to) ->
              line.append(new String(bytes, from, to - from, StandardCharsets.US_ASCII)));
      String[] parts = line.toString().split(" ");
      method = parts[0];
      uri = new URI(parts[1]);
      protocol = parts[2];
      request.fields().forEach(requestHeaders::put);
      in = new ByteArrayInputStream(request.body());
    }

    private Response response() throws IOException {
      Status status =
          Arrays.stream(Status.values())
              .filter(each -> each.code() == code)
              .findFirst()
              .orElseThrow(() -> new IOException("tailgate.http.Status has no code " + code));
      if (length > 0 && length != content.size()) {
        throw new IOException(content.size() + " bytes of content, and not " + length);
      }
      Response.Builder response = Response.status(status);
      responseHeaders.forEach(
          (name, values) -> {
            if (!SERVERS_OWN.contains(name.toLowerCase(Locale.ROOT))) {
              values.forEach(value -> response.field(name, value));
            }
          });
      return response.body(new Body.Bytes(ByteBuffer.wrap(content.toByteArray())));
    }

    @Override
    public void sendResponseHeaders(int statusCode, long responseLength) throws IOException {
      if (code >= 0) {
        throw new IOException("headers already sent");
      }
      code = statusCode;
      length = responseLength;
    }

    @Override
    public void setStreams(InputStream input, OutputStream output) {
      in = input == null ? in : input;
      out = output == null ? out : output;
    }

    @Override
    public void close() {
      // The response leaves when the handler returns.
    }

    @Override
    public Headers getRequestHeaders() {
      return requestHeaders;
    }

    @Override
    public Headers getResponseHeaders() {
      return responseHeaders;
    }

    @Override
    public URI getRequestURI() {
      return uri;
    }

    @Override
    public String getRequestMethod() {
      return method;
    }

    @Override
    public String getProtocol() {
      return protocol;
    }

    @Override
    public InputStream getRequestBody() {
      return in;
    }

    @Override
    public OutputStream getResponseBody() {
      return out;
    }

    @Override
    public int getResponseCode() {
      return code;
    }

    @Override
    public Object getAttribute(String name) {
      return attributes.get(name);
    }

    @Override
    public void setAttribute(String name, Object value) {
      attributes.put(name, value);
    }

    @Override
    public HttpContext getHttpContext() {
      throw new UnsupportedOperationException("no context");
    }

    @Override
    public InetSocketAddress getRemoteAddress() {
      throw new UnsupportedOperationException("no address");
    }

    @Override
    public InetSocketAddress getLocalAddress() {
      throw new UnsupportedOperationException("no address");
    }

    @Override
    public HttpPrincipal getPrincipal() {
      return null;
    }
  }
}
