package tailgate.threadpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.http.Handler;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.RawClient;
import tailgate.server.TestServer;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.OverloadPolicy;
import tailgate.server.stage.Stage;
import tailgate.threadpool.queue.QueueKind;

/** The lesson on keep-alive: nine browsers that have a page open, and eight workers. */
final class KeepAliveStarvationTest {

  private static final int WORKERS = 8;
  private static final Response PAGE = Response.status(Status.OK).text("page");
  private static final Handler HANDLER = request -> PAGE;

  private final List<RawClient> browsers = new ArrayList<>();

  @AfterEach
  void closeBrowsers() throws IOException {
    for (RawClient browser : browsers) {
      browser.close();
    }
  }

  @Test
  void idleConnectionsHoldAllWorkersWithDispatchByConnection() throws Exception {
    try (TestServer server = start(Dispatch.CONNECTION)) {
      for (int i = 0; i < WORKERS; i++) {
        open(server).get("/").read();
      }
      RawClient ninth = open(server).readTimeout(300);
      ninth.get("/");
      assertThatThrownBy(ninth::read).isInstanceOf(SocketTimeoutException.class);
      browsers.getFirst().close();
      assertThat(ninth.readTimeout(Math.toIntExact(RawClient.PATIENCE.toMillis())).read().text())
          .isEqualTo("page");
    }
  }

  @Test
  void idleConnectionsHoldNoWorkerWithDispatchByRequest() throws Exception {
    try (TestServer server = start(Dispatch.REQUEST)) {
      for (int i = 0; i <= WORKERS; i++) {
        assertThat(open(server).get("/").read().text()).isEqualTo("page");
      }
    }
  }

  private RawClient open(TestServer server) throws IOException {
    RawClient browser = server.connect();
    browsers.add(browser);
    return browser;
  }

  private static TestServer start(Dispatch dispatch) {
    var pool = new FixedPool(WORKERS, 100, QueueKind.ARRAY, OverloadPolicy.BLOCK);
    return TestServer.start(
        new Stage("threadpool", dispatch, true, 1, "8 threads", pool),
        TestServer.config(),
        HANDLER);
  }
}
