package tailgate.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.content.cache.CacheSettings;
import tailgate.content.file.Compression;
import tailgate.content.site.Site;
import tailgate.http.Requests;
import tailgate.http.Response;
import tailgate.http.Status;

class FileHandlerTest {

  @TempDir Path root;
  private FileHandler handler;

  @BeforeEach
  void makeHandler() throws IOException {
    handler =
        new FileHandler(
            new Site(root),
            CacheSettings.DEFAULT,
            Compression.DEFAULT,
            InstantSource.system(),
            System::nanoTime);
  }

  @Test
  void answersGetWithTheFile() throws IOException {
    write("a.html", "<p>hello");
    Files.setLastModifiedTime(
        root.resolve("a.html"), FileTime.from(Instant.parse("1994-11-06T08:49:37.9Z")));

    Response response = get("/a.html?query");

    assertThat(Answers.head(response))
        .isEqualTo(
            """
            HTTP/1.1 200 OK\r
            Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r
            ETag: "LDXOuY13V6dESQeduYWNug"\r
            Content-Type: text/html; charset=utf-8\r
            X-Content-Type-Options: nosniff\r
            Accept-Ranges: bytes\r
            Content-Length: 8\r
            Date: Wed, 20 Nov 2126 12:00:00 GMT\r
            \r
            """);
    assertThat(Answers.content(response)).isEqualTo("<p>hello");
  }

  @Test
  void isPrompt() {
    assertThat(handler.isPrompt()).isTrue();
  }

  @Test
  void answersHeadLikeGet() throws IOException {
    write("a", "hello");

    assertThat(handler.handle(Requests.of("HEAD", "/a"))).isSameAs(get("/a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "TRACE", "PATCH"})
  void allowsOnlyToRead(String method) throws IOException {
    Response response = handler.handle(Requests.of(method, "/"));

    assertThat(response.status()).isEqualTo(Status.METHOD_NOT_ALLOWED);
    assertThat(Answers.head(response)).contains("\r\nAllow: GET, HEAD, OPTIONS\r\n");
  }

  @Test
  void doesNotKnowOtherMethods() throws IOException {
    assertThat(handler.handle(Requests.of("BREW", "/")).status()).isEqualTo(Status.NOT_IMPLEMENTED);
    assertThat(handler.handle(Requests.of("get", "/")).status()).isEqualTo(Status.NOT_IMPLEMENTED);
  }

  @Test
  void answersRefusedTargets() throws IOException {
    write("a", "x");

    assertThat(get("/../a").status()).isEqualTo(Status.BAD_REQUEST);
    assertThat(get("/.a").status()).isEqualTo(Status.NOT_FOUND);
    assertThat(get("/b").status()).isEqualTo(Status.NOT_FOUND);
    assertThat(get("/").status()).isEqualTo(Status.FORBIDDEN);
    assertThat(get("http://host").status()).isEqualTo(Status.FORBIDDEN);
    assertThat(get("http://host/a").status()).isEqualTo(Status.OK);
  }

  @Test
  void isForbiddenWhatCannotBeRead() throws IOException {
    assumeFalse(System.getProperty("user.name").equals("root"), "root may read everything");
    Files.setPosixFilePermissions(write("a", "x"), PosixFilePermissions.fromString("---------"));
    Files.setPosixFilePermissions(
        write("large", "x".repeat(2 << 20)), PosixFilePermissions.fromString("---------"));

    assertThat(get("/a").status()).isEqualTo(Status.FORBIDDEN);
    assertThat(get("/large").status()).isEqualTo(Status.FORBIDDEN);
  }

  @ParameterizedTest
  @CsvSource({
    "/folder, ./folder/",
    "/folder?, ./folder/?",
    "/folder?a=b&c=/%0d%0a, ./folder/?a=b&c=/%0d%0a",
    "//folder, ./folder/",
    "/%66older, ./folder/",
    "/x/../folder?q, ./folder/?q",
    "/folder/in, ./in/",
    "/folder//in, ./in/",
    "//evil.com, ./evil.com/",
    "/x/..//evil.com, ./evil.com/",
    "/a:b, ./a:b/",
    "http://evil.com/folder, ./folder/",
    "/a%20%22%0D%0ASet-Cookie:%20b, ./a%20%22%0D%0ASet-Cookie:%20b/",
  })
  void redirectsToTheFolderRelativeToThePath(String target, String location) throws IOException {
    for (String name : new String[] {"folder/in", "evil.com", "a:b", "a \"\r\nSet-Cookie: b"}) {
      Files.createDirectories(root.resolve(name));
    }

    Response response = get(target);

    assertThat(response.status()).isEqualTo(Status.MOVED_PERMANENTLY);
    assertThat(Answers.head(response)).contains("\r\nLocation: " + location + "\r\n");
  }

  /** As each client resolves it (RFC 3986 §5.2), also with a prefix that a proxy has removed. */
  @ParameterizedTest
  @CsvSource({
    "http://h/folder?q, http://h/folder/?q",
    "http://h/prefix/folder, http://h/prefix/folder/",
    "http://h/a:b, http://h/a:b/",
  })
  void theRedirectStaysOnTheHost(String asked, String followed) throws IOException {
    for (String name : new String[] {"folder", "a:b"}) {
      Files.createDirectory(root.resolve(name));
    }
    Response response = get(asked.substring("http://h".length()).replace("/prefix", ""));

    String location = Answers.head(response).replaceFirst("(?s).*\r\nLocation: ([^\r]*)\r.*", "$1");

    assertThat(URI.create(asked).resolve(location)).hasToString(followed);
  }

  private Response get(String target) throws IOException {
    return handler.handle(Requests.get(target));
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(root.resolve(name), content);
  }
}
