package tailgate.content.site;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.http.PathBytes;
import tailgate.http.Status;
import tailgate.server.FakeClock;

/** The root is named by a link, and each version of the site is a folder of its own. */
class SiteRootTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Instant STARTED = Instant.parse("2126-11-20T12:00:00Z");
  private static final Instant DEPLOYED = Instant.parse("2126-11-20T13:00:00Z");

  @TempDir Path folder;
  private final FakeClock clock = new FakeClock();
  private Instant now = STARTED;
  private Path current;
  private Site site;

  @BeforeEach
  void makeSite() throws IOException {
    folder = folder.toRealPath();
    version("r1", "a");
    version("r2", "a");
    current = Files.createSymbolicLink(folder.resolve("current"), Path.of("r1"));
    site = new Site(current, () -> now, clock);
  }

  @Test
  void theNewVersionIsServedASecondAfterTheSwapOfTheLink() throws IOException {
    swap("r2");

    assertThat(find("/a").path()).isEqualTo(folder.resolve("r1/a"));
    clock.pass(SECOND);
    assertThat(find("/a").path()).isEqualTo(folder.resolve("r2/a"));
    assertThat(site.root()).isEqualTo(folder.resolve("r2"));
    assertThat(find(site.withoutSiblings(), "/a").path()).isEqualTo(folder.resolve("r2/a"));
  }

  @Test
  void theNewVersionIsServedAtOnceWhereTheOldOneHasNothing() throws IOException {
    Files.delete(folder.resolve("r1/a"));
    swap("r2");

    assertThat(find("/a").path()).isEqualTo(folder.resolve("r2/a"));
  }

  @Test
  void aFolderInThePlaceOfAnotherIsAnotherVersion() throws IOException {
    Site plain = new Site(folder.resolve("r1"), () -> now, clock);
    Found before = find(plain, "/a");
    Files.move(folder.resolve("r1"), folder.resolve("old"));
    Files.move(folder.resolve("r2"), folder.resolve("r1"));

    clock.pass(SECOND);
    assertThat(find(plain, "/a")).isNotEqualTo(before);
  }

  @Test
  void aRootThatIsGoneSaysNothingOfItsFiles() throws IOException {
    assertThat(site.hasRoot()).isTrue();
    Files.delete(current);
    clock.pass(SECOND);
    assertThat(site.hasRoot()).isFalse();
    assertThat(find("/a").path()).as("the last folder").isEqualTo(folder.resolve("r1/a"));
    assertThat(site.find(place("/b"))).isInstanceOf(Found.Failure.class);

    Files.createSymbolicLink(current, Path.of("r2"));
    clock.pass(SECOND);
    assertThat(site.hasRoot()).isTrue();
    assertThat(site.find(place("/b"))).isEqualTo(new Found.Nothing(Status.NOT_FOUND));
    assertThat(find("/a").path()).isEqualTo(folder.resolve("r2/a"));
  }

  @Test
  void aFileThatTakesThePlaceOfTheRootIsNoRoot() throws IOException {
    Files.delete(current);
    Files.writeString(current, "no folder");

    clock.pass(SECOND);
    assertThat(site.hasRoot()).isFalse();
  }

  /** The dates of clients may be those of the version that was taken back. */
  @Test
  void noDateOfTheTimeBeforeTheSwapIsBelieved() throws IOException {
    assertThat(unchangedSince()).isEqualTo(STARTED);
    now = DEPLOYED;
    swap("r2");
    clock.pass(SECOND);

    assertThat(unchangedSince()).isEqualTo(DEPLOYED);
  }

  @Test
  void aTimeThatAllEntriesHaveIsNoDate() throws IOException {
    FileTime commit = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
    version("r3", "a", "b");
    Files.setLastModifiedTime(folder.resolve("r3/a"), commit);
    Files.setLastModifiedTime(folder.resolve("r3/b"), commit);
    swap("r3");
    clock.pass(SECOND);
    assertThat(lastModified()).isNull();

    version("r4", "a", "b");
    Files.setLastModifiedTime(folder.resolve("r4/a"), commit);
    swap("r4");
    clock.pass(SECOND);
    assertThat(lastModified()).as("b has another time").isEqualTo(commit.toInstant());
  }

  @Test
  void aTimeThatNoToolHasSetIsADateEvenIfAllEntriesHaveIt() throws IOException {
    FileTime written = FileTime.from(Instant.now().plusSeconds(60)); // later than its ctime
    version("r3", "a", "b");
    Files.setLastModifiedTime(folder.resolve("r3/a"), written);
    Files.setLastModifiedTime(folder.resolve("r3/b"), written);
    swap("r3");
    clock.pass(SECOND);

    assertThat(lastModified()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a/b", "/loop", "/loop/a"})
  void whatCannotExistIsMissing(String path) throws IOException {
    Files.createSymbolicLink(folder.resolve("r1/loop"), Path.of("loop"));

    assertThat(site.find(place(path))).isEqualTo(new Found.Nothing(Status.NOT_FOUND));
  }

  private Instant unchangedSince() {
    Found.RegularFile file = find("/a");
    return file.dating().unchangedSince(file.fingerprint());
  }

  private @Nullable Instant lastModified() {
    Found.RegularFile file = find("/a");
    return file.dating().lastModified(file.fingerprint());
  }

  private void version(String name, String... files) throws IOException {
    Files.createDirectory(folder.resolve(name));
    for (String file : files) {
      Files.writeString(folder.resolve(name).resolve(file), name);
    }
  }

  private void swap(String version) throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("next"), Path.of(version));
    Files.move(link, current, ATOMIC_MOVE);
  }

  private Found.RegularFile find(String path) {
    return find(site, path);
  }

  private static Found.RegularFile find(Site site, String path) {
    assertThat(site.find(place(path))).asInstanceOf(type(Found.RegularFile.class)).isNotNull();
    return (Found.RegularFile) site.find(place(path));
  }

  private static Target.Place place(String path) {
    return (Target.Place) TargetPath.decode(PathBytes.of(path));
  }
}
