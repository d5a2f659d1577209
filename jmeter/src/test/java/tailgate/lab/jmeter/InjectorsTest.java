package tailgate.lab.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.lab.LabException;
import tailgate.lab.testing.FakeProject;

@Tag("slow")
class InjectorsTest {

  @TempDir Path folder;

  @Test
  void withoutThemAllUsersAreJMetersOwn() throws Exception {
    assertThat(Injectors.NONE.share(10_000)).isEqualTo(10_000);
    assertThat(Injectors.NONE.options()).isEmpty();
    assertThat(Injectors.NONE.serverHost()).isEqualTo("127.0.0.1");
    assertThat(Injectors.NONE.serverArguments()).isEmpty();
  }

  @Test
  void theSharesAddUpToTheUsers() {
    assertThat(injectors("a", "b").share(10_000)).isEqualTo(5_000);
    assertThat(injectors("a", "b", "c").share(9_999)).isEqualTo(3_333);
  }

  @ParameterizedTest
  @CsvSource({
    "10000, '10000 users cannot be divided evenly among 3 injectors; 9999 or 10002 can'",
    "2, '2 users cannot be divided evenly among 3 injectors; 3 can'"
  })
  void usersThatCannotBeSharedEvenlyAreRefused(int users, String complaint) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> injectors("a", "b", "c").share(users))
        .withMessage(complaint);
  }

  @Test
  void anInjectorCannotBearTwoShares() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> injectors("a", "a:1099"))
        .withMessage("an injector is named twice");
  }

  @Test
  void onLoopbackTheServerStaysThere() throws Exception {
    assertThat(injectors("127.0.0.2", "127.0.0.3").serverHost()).isEqualTo("127.0.0.1");
    assertThat(injectors("127.0.0.2", "127.0.0.3").serverArguments()).isEmpty();
  }

  @Test
  void aMissingKeyAndAMissingInjectorAreNamedWithTheirRemedy() throws Exception {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.2"))) {
      port = gone.getLocalPort();
    }
    Injectors injectors = injectors("127.0.0.2:" + port);

    assertThatThrownBy(injectors::check)
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("no key store " + folder.resolve("rmi.p12"));

    createKey("rw-------");
    assertThatThrownBy(injectors::check)
        .isInstanceOf(LabException.class)
        .hasMessageContaining("./tailgate injector --on 127.0.0.2:" + port);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw-rw-rw-"})
  void aKeyToWhichOthersHaveAccessIsRefused(String permissions) throws Exception {
    createKey(permissions);
    Injectors injectors = injectors("127.0.0.2");

    assertThatThrownBy(injectors::check)
        .isInstanceOf(LabException.class)
        .hasMessage(
            "other users have access to the key store %1$s (%2$s); make it yours alone: chmod 600 %1$s"
                .formatted(folder.resolve("rmi.p12"), permissions));
  }

  private void createKey(String permissions) throws IOException {
    Path file = Files.createFile(folder.resolve("rmi.p12"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void anAddressHasAPortOrGetsThatOfRegistries() {
    assertThat(InjectorAddress.parse("load-1.example:2000"))
        .isEqualTo(new InjectorAddress("load-1.example", 2_000));
    assertThat(InjectorAddress.parse("127.0.0.2")).hasToString("127.0.0.2:1099");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":1099", "a:", "a:b", "a:0", "a:65535", "::1", "a b", "a:999999"})
  void whatIsNoAddressIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> InjectorAddress.parse(text));
  }

  private Injectors injectors(String... addresses) {
    return new Injectors(
        Stream.of(addresses).map(InjectorAddress::parse).toList(),
        new InjectorKey(folder.resolve("rmi.p12")));
  }

  @Test
  void aKeyIsMadeOnceAndIsItsOwnersAlone() throws Exception {
    InjectorKey key = new InjectorKey(folder.resolve("new/rmi.p12"));

    key.makeIfMissing(FakeProject.JAVA);
    byte[] made = Files.readAllBytes(key.file());
    key.makeIfMissing(FakeProject.JAVA);

    assertThat(Files.readAllBytes(key.file())).isEqualTo(made);
    assertThat(key.folder()).isDirectoryNotContaining("glob:**/new-key*");
    assertThat(Files.getPosixFilePermissions(key.file())).hasSize(2);
    assertThat(key.options()).containsAll(List.of("-Jserver.rmi.ssl.keystore.file=rmi.p12"));
  }
}
