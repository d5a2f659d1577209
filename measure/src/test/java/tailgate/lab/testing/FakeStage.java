package tailgate.lab.testing;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** The main class of a stage that is good for testing its runner only. */
public final class FakeStage {

  public enum Behaviour {
    SERVES,
    /** And has statistics, in which each look is a request. */
    SERVES_WITH_STATS,
    /** And has statistics with its open connections, which are kept. */
    COUNTS_CONNECTIONS,
    SERVES_404,
    /** Answers a POST of five bytes with 201, and refuses all else with 405. */
    SERVES_POSTS,
    /** Because of an exception, which it logs. */
    SERVES_500,
    SERVES_TWO_CONNECTIONS,
    DIES,
    ACCEPTS_AND_IS_MUTE,
    NEVER_LISTENS,
    DIES_WHEN_ASKED_TWICE,
    IGNORES_SIGTERM
  }

  private FakeStage() {}

  /** {@code --port PORT --root DIR} */
  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[1]);
    switch (Behaviour.valueOf(behaviour())) {
      case SERVES -> serve(port, 200, Integer.MAX_VALUE);
      case SERVES_WITH_STATS -> {
        serve(port, 200, Integer.MAX_VALUE);
        serveStats(adminPort(args), () -> 3);
      }
      case COUNTS_CONNECTIONS -> {
        AtomicInteger open = new AtomicInteger();
        keepConnections(port, open);
        serveStats(adminPort(args), open::get);
      }
      case SERVES_404 -> serve(port, 404, Integer.MAX_VALUE);
      case SERVES_POSTS -> servePosts(port);
      case SERVES_500 -> {
        new IllegalStateException("boom").printStackTrace();
        serve(port, 500, Integer.MAX_VALUE);
      }
      case SERVES_TWO_CONNECTIONS -> {
        System.setProperty("jdk.httpserver.maxConnections", "2");
        serve(port, 200, Integer.MAX_VALUE);
      }
      case DIES -> die();
      case ACCEPTS_AND_IS_MUTE -> new ServerSocket(port);
      case NEVER_LISTENS -> {}
      case DIES_WHEN_ASKED_TWICE -> serve(port, 200, 1);
      case IGNORES_SIGTERM -> {
        Runtime.getRuntime().addShutdownHook(new Thread(FakeStage::waitForEver));
        serve(port, 200, Integer.MAX_VALUE);
      }
    }
    waitForEver();
  }

  /** What its jar says. */
  private static String behaviour() throws IOException {
    try (InputStream in = FakeStage.class.getResourceAsStream("/behaviour")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void die() {
    System.err.println("no such luck");
    System.exit(3);
  }

  private static void serve(int port, int status, int answers) throws IOException {
    CountDownLatch left = new CountDownLatch(answers);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/",
        exchange -> {
          if (left.getCount() == 0) {
            Runtime.getRuntime().halt(4);
          }
          left.countDown();
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
  }

  private static void servePosts(int port) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/",
        exchange -> {
          boolean isRight =
              exchange.getRequestMethod().equals("POST")
                  && exchange.getRequestBody().readAllBytes().length == 5;
          exchange.sendResponseHeaders(isRight ? 201 : 405, -1);
          exchange.close();
        });
    server.start();
  }

  private static int adminPort(String... args) {
    return Integer.parseInt(args[List.of(args).indexOf("--admin-port") + 1]);
  }

  private static void keepConnections(int port, AtomicInteger open) throws IOException {
    ServerSocket listening = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    Thread.ofPlatform()
        .start(
            () -> {
              try {
                while (true) {
                  Socket socket = listening.accept();
                  open.incrementAndGet();
                  Thread.ofPlatform().start(() -> keep(socket, open));
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  /** Answers each request until the client closes the connection. */
  private static void keep(Socket socket, AtomicInteger open) {
    try (socket;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.isEmpty()) {
          byte[] answer =
              "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
          socket.getOutputStream().write(answer);
        }
      }
    } catch (IOException e) {
      // the client has gone
    } finally {
      open.decrementAndGet();
    }
  }

  private static void serveStats(int port, IntSupplier open) throws IOException {
    AtomicInteger looks = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/stats",
        exchange -> {
          String stats =
              String.format(
                  Locale.ROOT,
                  "{\"requests\":{\"total\":%d},\"connections\":{\"open\":%d}}",
                  looks.incrementAndGet(),
                  open.getAsInt());
          byte[] body = stats.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  private static void waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
