package tailgate.content.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.content.Answers;
import tailgate.content.FileHandler;
import tailgate.content.cache.CacheSettings;
import tailgate.content.cache.SomeSettings;
import tailgate.content.file.Compression;
import tailgate.http.Requests;
import tailgate.http.Response;
import tailgate.http.Status;

class BundledSiteTest {

  @TempDir Path folder;

  @Test
  void hasAPage() throws IOException {
    assertThat(new Site(BundledSite.root()).root()).isDirectory();
    assertThat(BundledSite.root().resolve("index.html")).isNotEmptyFile();
  }

  @Test
  void isServedOutOfAJar() throws Exception {
    Path jar = Files.createDirectory(folder.resolve("a folder+%41")).resolve("stage.jar");
    try (FileSystem files =
        FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of("create", "true"))) {
      Path classes =
          Path.of(BundledSite.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      copy(classes.resolve("tailgate/content"), files.getPath("/tailgate/content"));
      copy(BundledSite.root(), files.getPath("/tailgate/www"));
    }
    try (var loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      var root = loader.loadClass(BundledSite.class.getName()).getMethod("root");
      Path first = (Path) root.invoke(null);
      try (FileSystem files = first.getFileSystem()) {
        assertThat(root.invoke(null)).as("opened once").isEqualTo(first);
        assertServes(first);
        assertThat(files.provider().getScheme()).isEqualTo("jar");
      }
    }
  }

  private static void assertServes(Path root) throws IOException {
    for (long capacity : new long[] {0, 1 << 20}) {
      var settings = SomeSettings.of(capacity, 1 << 20, CacheSettings.DEFAULT.revalidate());
      var handler =
          new FileHandler(
              new Site(root),
              settings,
              Compression.DEFAULT,
              InstantSource.system(),
              System::nanoTime);
      Response page = handler.handle(Requests.get("/"));

      assertThat(page.status()).isEqualTo(Status.OK);
      assertThat(Answers.content(page)).contains("<html");
      assertThat(handler.handle(Requests.get("/about")).status())
          .isEqualTo(Status.MOVED_PERMANENTLY);
      assertThat(Answers.content(handler.handle(Requests.get("/data.json"))))
          .hasSize((int) Files.size(root.resolve("data.json")));
      assertThat(handler.handle(Requests.get("/content")).status()).isEqualTo(Status.NOT_FOUND);
      assertThat(handler.handle(Requests.get("/gone")).status()).isEqualTo(Status.NOT_FOUND);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> paths = Files.walk(from)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        Path target = to.resolve(from.relativize(path).toString());
        Files.createDirectories(target.getParent());
        if (!Files.isDirectory(path)) {
          Files.copy(path, target);
        }
      }
    }
  }
}
